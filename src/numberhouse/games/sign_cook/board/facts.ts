/** Written from coach/facts.py by web/write_facts.py. */
export const COURSES = ["starter","main","dessert"] as const;
export const DIGITS = "0123456789";
export const SIGNS = "+-x/^";
export const SIGN_OF = {"plus-palace":"+","minus-market":"-","multiplication-station":"x","division-kitchen":"/","strange-square":"^"} as const;
export const VISITS = 3;
export const PRICE = 3;
