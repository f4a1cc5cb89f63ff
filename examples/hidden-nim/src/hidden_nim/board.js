/**
 * The board of Hidden Nim: three piles as counters, a button for every number that can be taken.
 *
 * A board is a custom element. The page sets its properties and listens to `act`; docs/browser.md lists them.
 */
const TAKE = { en: "Take {number}", ru: "Взять {number}" };
const PILES = {
  en: ["Covered by {one}", "Covered by {other}", "Open"],
  ru: ["Закрыта, видит {one}", "Закрыта, видит {other}", "Открыта"],
};
const TURN = { en: "Your turn: take 1 to 3 counters.", ru: "Ваш ход: возьмите от 1 до 3 фишек." };
const STYLE = `
  :host { display: block }
  section { margin-block: 12px; padding: 12px; border: 1px solid var(--line-strong); border-radius: 8px }
  h2 { margin: 0; font-size: 1em }
  .counters { min-height: 1.5em; font-size: 1.25em; letter-spacing: 4px; color: var(--accent) }
  button { font: inherit; min-height: 44px; padding: 0 12px; margin-inline-end: 8px }
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export default class HiddenNimBoard extends HTMLElement {
  #set = { view: null, names: [], open: false, awaited: false, busy: false };
  #due = false;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    // The policy of the pages lets no style stand in a page; a sheet that is made by a script is none.
    this.shadowRoot.adoptedStyleSheets = [sheet];
    for (const name of Object.keys(this.#set)) {
      Object.defineProperty(this, name, {
        get: () => this.#set[name],
        set: (value) => {
          this.#set[name] = value;
          this.#draw();
        },
      });
    }
  }

  /** Once for all properties that are set at the same time. */
  #draw() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.#set.view) this.#drawn();
    });
  }

  #drawn() {
    const { view, names, open, awaited, busy } = this.#set;
    const lang = document.documentElement.lang === "ru" ? "ru" : "en";
    const piles = view.left.map((left, pile) => {
      const section = document.createElement("section");
      const title = document.createElement("h2");
      title.textContent = filled(PILES[lang][pile], { one: names[0] || "1", other: names[1] || "2" });
      const counters = document.createElement("div");
      counters.className = "counters";
      counters.textContent = left === null ? "?" : "●".repeat(left) || "–";
      section.append(title, counters);
      if (open && awaited && left !== 0) {
        for (const number of [1, 2, 3]) {
          if (left !== null && number > left) continue;
          const button = document.createElement("button");
          button.textContent = filled(TAKE[lang], { number });
          button.disabled = busy;
          button.addEventListener("click", () => this.#act({ type: "take", pile, number }));
          section.append(button);
        }
      }
      return section;
    });
    const now = document.createElement("p");
    now.textContent = open && awaited ? TURN[lang] : "";
    this.shadowRoot.replaceChildren(now, ...piles);
  }

  #act(detail) {
    this.dispatchEvent(new CustomEvent("act", { detail, bubbles: true, composed: true }));
  }
}
