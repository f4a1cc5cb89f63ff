/** Everything a game's board may import from the house. */
export { LitElement, css, html, nothing, svg, type PropertyValues, type TemplateResult, type SVGTemplateResult } from "lit";
export { customElement, property, query, state } from "lit/decorators.js";
export { classMap } from "lit/directives/class-map.js";
export { repeat } from "lit/directives/repeat.js";
export { ref, createRef, type Ref } from "lit/directives/ref.js";
export { now, type Clock, type Legal, type Part, type PublicSeat, type Seat } from "@house/api/api";
export { Advice, type Adviser } from "@house/kit/advice";
export { Board, calm, type Arrival, type GameEvent } from "@house/kit/board";
export type { Face } from "@house/kit/face";
export type { FirstSteps } from "@house/kit/first-steps";
export { keepFocus } from "@house/kit/focus";
export { icon } from "@house/kit/icon";
export type { KeyHelp } from "@house/kit/keys";
export { shared } from "@house/kit/styles";
export type { Concern, Speech } from "@house/kit/speech";
export { letterKeys } from "@house/preferences/letter-keys";
export { figure, language, seatNumber, words } from "@house/kit/words";
