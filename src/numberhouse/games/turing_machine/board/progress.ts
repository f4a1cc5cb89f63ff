/** The progress of the sides in a view: their names, their present activity, and the viewer's stage. */
import type { components, View } from "@types-of/turing-machine";
import { language, seatNumber, words } from "@house/kit";

export const { t, tn } = words("turing-machine");

export type Track = components["schemas"]["Track"];
export type Paper = components["schemas"]["Paper"];

export const LETTERS = "ABCDEF";

/** The viewer's stage: a possible action, or a reason to wait. */
export type ViewerStage = "over" | "watching" | "out" | "other-pen" | "proposing" | "asking" | "asked" | "speaking" | "spoken" | "late";

export function viewerStage(view: View): ViewerStage {
  if (view.end) return "over";
  const track = ownTrack(view);
  if (!track) return "watching";
  if (track.out) return "out";
  if (view.pen !== null && view.pen !== view.seat) return "other-pen";
  if (view.phase === "asking") {
    return track.finished ? "asked" : currentTurn(track).proposal ? "asking" : "proposing";
  }
  return track.spoken === "said" ? "spoken" : track.spoken === "defaulted" ? "late" : "speaking";
}

/** The viewer's side; null for a spectator. */
export function ownSide(view: View): number | null {
  return view.seat === null ? null : view.options.style === "team" ? 0 : view.seat;
}

export function ownTrack(view: View): Track | undefined {
  const side = ownSide(view);
  return side === null ? undefined : view.tracks[side];
}

/** The current turn of a side, or its last one. */
export function currentTurn(track: Track): Track["turns"][number] {
  return track.turns.at(-1) ?? { proposal: "", asked: [] };
}

/** The answer of a verifier in a round; undefined if the viewer may not know it. */
export function answerOf(track: Track, paper: Paper | null | undefined, round: number, verifier: number): boolean | undefined {
  const index = track.turns[round]?.asked.indexOf(verifier) ?? -1;
  return index < 0 ? undefined : paper?.answers[round]?.[index];
}

/** The sides that the round waits for. */
export function awaitedSides(view: View): number[] {
  return view.tracks.flatMap((track, side) =>
    track.out || (view.phase === "asking" ? track.finished : track.spoken) ? [] : [side],
  );
}

const listFormat = new Intl.ListFormat(language);

export function listText(names: string[]): string {
  return listFormat.format(names);
}

/** The name of a side for this viewer. */
export function sideName(view: View, names: string[], side: number): string {
  if (view.options.style === "team") return t("the team");
  const name = seatName(names, side);
  return side === ownSide(view) ? t("{name}, you", { name }) : name;
}

export function seatName(names: string[], seat: number): string {
  return names[seat] ?? t("seat {seat}", { seat: seatNumber(seat) });
}

/** The present activity of a side, in words. */
export function activityText(view: View, track: Track): string {
  if (track.out) return t("out since round {round}", { round: track.out });
  if (view.end) return "";
  if (view.phase === "verdict") {
    return track.spoken === "said"
      ? t("has spoken")
      : track.spoken === "defaulted"
        ? t("out of time: not yet")
        : t("thinks about the verdict");
  }
  if (track.finished === "defaulted") return t("out of time: asks no more");
  if (track.finished) return t("has finished asking");
  return currentTurn(track).proposal
    ? tn("asks, {count} question left", "asks, {count} questions left", track.left)
    : t("composes a proposal");
}
