/** The position of a match in words and its log, which grow with each step. */
import { get, type Description } from "@house/api/api";
import type { Live } from "@house/api/live";
import { language } from "@house/kit/words";
import type { LogEntry } from "@house/match/log";

/** The public state of a match in words. */
export interface TextView {
  more?: boolean;
  epoch: number;
  number: number;
  text: string;
  log: LogEntry[];
}

export class TextViews {
  current: TextView = { epoch: 0, number: 0, text: "", log: [] };
  #version = "";

  /** `onChange` is called with every new text. */
  constructor(
    readonly match: string,
    readonly onChange: (textView: TextView) => void,
  ) {}

  /** Takes what the service sends after each step. */
  take(description: Description): void {
    this.#extend(description);
  }

  /** Fetches the text once for each version of the view, where the service doesn't send it. */
  async fetch(live: Live): Promise<void> {
    if (!live.view || this.#version === live.version) return;
    this.#version = live.version;
    const { epoch } = live;
    try {
      const after = this.#known(epoch).at(-1)?.number ?? 0;
      const textView = await get<TextView>(`/api/matches/${this.match}/text`, { lang: language, after });
      const last = this.#known(epoch).at(-1)?.number ?? 0;
      if (textView.epoch !== epoch || textView.number < last) return;
      this.#extend(textView);
      if (textView.more) {
        this.#version = "";
        await this.fetch(live);
      }
    } catch {
      this.#version = "";
    }
  }

  #extend(textView: TextView | Description): void {
    const log = this.#known(textView.epoch);
    const last = log.at(-1)?.number ?? 0;
    this.current = { ...textView, log: [...log, ...textView.log.filter((entry) => entry.number > last)] };
    this.onChange(this.current);
  }

  /** The known log; a correction begins a new one. */
  #known(epoch: number): LogEntry[] {
    return this.current.epoch === epoch ? this.current.log : [];
  }
}
