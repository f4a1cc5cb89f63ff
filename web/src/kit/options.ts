/** What a game adds to the plain form of its options: `board/options.ts` in its folder, loaded on demand. */
import { LitElement, type CSSResultGroup, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";

/**
 * Edits some of a game's options in the place of the plain form.
 *
 * The form sets `value`, all options, and listens to `change`, whose detail holds the options that change.
 */
export abstract class OptionsEditor extends LitElement {
  static override styles: CSSResultGroup = shared;

  @property({ attribute: false }) value: Record<string, unknown> = {};

  /** Changes some options. */
  protected change(options: Record<string, unknown>): void {
    this.dispatchEvent(new CustomEvent("change", { detail: options }));
  }
}

/** A problem that its id describes. */
export interface ReadProblem {
  /** The options with which a match plays it. */
  options: Record<string, unknown>;
  /** What every player sees of it from the beginning. It must show nothing else: a player looks at it. */
  picture: TemplateResult;
}

/** Reads the ids of a game's problems. */
export interface ProblemReader {
  /** The option that takes an id. */
  option: string;
  /** Most characters of an id. */
  longest: number;
  /** What an id looks like, in the reader's language. */
  hint: () => string;
  /** The problem with this id; null for a text that is no id. The service says whether it can be played. */
  read: (id: string) => ReadProblem | null;
}

/** The exports of `board/options.ts`; a package of its own exports them beside its board. */
export interface OptionsModule {
  editor?: new () => OptionsEditor;
  /** The options that the editor edits. */
  edited?: readonly string[];
  problems?: ProblemReader;
  /**
   * What everybody at the table has before them from the beginning, by the options of a match that hasn't begun: cards
   * that its host chose, for instance. Null where the options alone don't decide it. People look at it before they sit
   * down, so it must show nothing that a player mustn't see; secret options aren't among `options`.
   */
  picture?: (options: Record<string, unknown>) => TemplateResult | null;
}
