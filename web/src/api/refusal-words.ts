/** Words for the service's refusals, by code. Games word their own refusals. */
import { seatNumber, t, type Values } from "@house/kit/words";

/** Words, or a function that makes them from the values and the exact English message. */
type RefusalText = string | ((values: Values, english: string) => string);

export const REFUSAL_WORDS: Record<string, RefusalText> = {
  // Accounts
  "not-signed-in": t("Play as a guest or sign in first."),
  "members-only": t("Only members do this; register first."),
  "session-only": t("A token doesn't open this; sign in with your name and password."),
  "signed-out": t("This session has ended; sign in again."),
  "wrong-password": t("The name or the password isn't right."),
  "name-taken": t("This name is taken; choose another one."),
  "renamed-by-operator": t("An operator has given you this name; ask the operators for another one."),
  "name-reserved": ({ word }) => t("This name looks like {word}, which is a bot's name or a word of this house; choose another one.", { word: String(word) }),
  "same-name": ({ other }) => t("Your name looks like that of {name} at this table. As a guest you can take another name; there are other tables too.", { name: String(other) }),
  "not-welcome": t("Somebody at this table doesn't want to meet; choose another table."),
  banned: (_, english) => t("An operator has closed this account. In English: {exact}", { exact: english }),
  "own-name": t("This is yours; other people can be blocked, muted and reported."),
  "no-player": t("No person sits there."),
  "no-message": t("There is no such message that you may read."),
  "message-deleted": t("You have deleted this message; write another one."),
  "message-hidden": t("An operator has hidden this message."),
  "no-block": t("You have ended this block already."),
  "no-mute": t("You have ended this mute already."),
  "no-report": t("There is no such report."),
  decided: t("Somebody has decided this report already."),
  "own-report": t("This report is about you; another administrator decides it."),
  "closed-account": t("This account is closed; dismiss the report."),
  administrator: t("This is an administrator's account; the operator takes the powers away first."),
  "ban-until": t("Only a ban has an end, and it lies in the future."),
  title: (_, english) => t("This can't be a title. In English: {exact}", { exact: english }),
  name: t("This can't be a name: 1 to 40 characters are possible, letters, digits and usual signs."),
  password: t("A password has 8 to 200 characters."),
  "weak-password": t("Programs guess this password soon. Take a few words that don't belong together."),
  token: t("This token isn't good any more; make another one."),
  scopes: t("A token has at least one scope."),
  "token-days": ({ most }) => t("A token ends after 1 to {most} days.", { most: String(most) }),
  scope: ({ needed }) => t("This token doesn't open this; it needs the scope {needed}.", { needed: String(needed) }),
  "no-reset": t("This link doesn't work any more: it works once and for a limited time. Ask for another one."),
  "no-mail": t("This house sends no mail; its operator can make a link for a new password."),
  "mail-busy": t("Too many mails are waiting; try again in a few minutes."),
  "mail-address": t("This isn't a mail address; one like ann@example.org is possible."),
  "mail-code": t("This isn't the code of the last mail, or it is older than an hour."),
  "administrators-only": t("Only administrators do this; the operator of this house names them."),
  "confirm-password": t("The powers of an administrator ask for your password again: open them on the page Administration, which your profile leads to."),
  host: t("This house doesn't answer under this address."),
  "no-member": t("No member has this name."),
  "no-sign-in": t("This session has ended already."),
  "no-token": t("This token is no longer valid."),
  address: t("Notifications can't be sent there: check the address, or ask the operator of this house which kinds of address are accepted."),
  "no-address": t("You have no such address any more."),
  origin: t("This request comes from a page of another site."),

  // Matches
  "no-match": t("There is no such match, or it isn't open to you."),
  "unknown-game": t("This game isn't offered here."),
  "unknown-bot": t("There is no such bot for this game."),
  "no-bots": t("No bots play in this house; set up a match and invite people."),
  "no-invitation": t("This invitation isn't good any more; ask the host for another one."),
  "no-code": t("No match has this code, or not any more: a code ends when its match begins. Ask the host."),
  "no-preset": t("The game has no such preset; load the page anew."),
  "no-seat": t("This seat is taken, or there is no such seat; choose another one."),
  "has-a-seat": t("You have a seat at this match already."),
  "empty-seats": ({ seats }) => t("Nobody sits on these seats: {seats}. Wait for people, or put bots there.", { seats: (seats as unknown as number[]).map(seatNumber).join(", ") }),
  "seat-count": ({ seats, fewest, most }) => t("This game is for {fewest} to {most} players, not for {count}.", { fewest: String(fewest), most: String(most), count: String(seats) }),
  "seats-taken": ({ seats }) => t("{count} seats are taken or offered, and stay. Empty some first, or withdraw offers.", { count: String(seats) }),
  "unanswered-offers": ({ names }) => t("These people haven’t answered yet whether they take the seats that are offered to them: {names}.", { names: String(names) }),
  "no-offer": t("This offer isn’t open any more: it was answered or withdrawn, or the match is over."),
  offered: t("This person has another offer of this match already; withdraw it first."),
  "offered-seat": t("This seat is offered to somebody who hasn’t answered yet; take another one."),
  declined: t("This person has declined already. Send a link if that has changed."),
  "too-many-offers": t("Too many offers wait for an answer; withdraw some, or send links."),
  "already-started": t("The match has begun; this is done before the start."),
  "not-open": t("The match isn't open yet; open it first."),
  "not-a-draft": t("Only a draft is opened."),
  "fixed-setup": t("The game stays as it is: draft another match. Seats are added and removed in the lobby."),
  draft: t("The match can't be set up like this; look at the options."),
  options: (_, english) => t("These options aren't possible. In English: {exact}", { exact: english }),
  bots: t("More seats are named for bots than the match has."),
  "too-many-bots": t("So many bots can't sit at your matches; finish one first."),
  "too-many-seats": t("So many seats aren't possible at matches that haven't begun."),
  "too-many-matches": t("You host as many matches as one may; finish one of them first."),
  "too-many-connections": t("Too many windows of the house are open; close one."),
  "seat-lost": t("Another player has this seat now. You may look on, where that is allowed."),
  "last-host": t("A match has a host; name another one first."),
  "no-host": t("No host has this name."),
  "knows-secrets": t("Who has seen more of this match than this seat sees can’t sit there; look on, or play another match."),
  "played-alone": t("A player of this match has handed in its content, so only bots can take the other seats; look on, or play another match."),
  "needs-consent": t("A host who plays doesn’t do this alone: propose it to the other players."),
  "no-proposal": t("This proposal isn’t open any more."),
  "not-asked": t("The other players answer this proposal."),
  plays: t("Who sits at the match can’t choose this; leave the seat, or leave it to chance."),
  "secrets-stand": t("Another host has handed in secrets; that host may change the options, or clear these first."),
  "not-allowed": ({ match_status }) =>
    match_status === undefined ? t("You may not do this here.") : t("You may not do this in a match that is {status}.", { status: statusOf(String(match_status)) }),
  "wrong-status": t("The match is in another state by now; look at it again."),

  // Playing
  late: t("Too late: time ran out, or something has happened since that changes what is asked. Look at the match as it is now."),
  action: (_, english) => t("This isn't a move of this game. In English: {exact}", { exact: english }),
  "assistance-off": t("Assistance is off in this match."),
  paused: t("The clocks stand still; go on with the match first."),
  "not-stored": t("This can't be stored at the moment. Try again: nothing happens twice."),
  "unknown-item": t("This answers something that hasn't happened yet; load the page anew."),
  "key-reused": t("This was sent before as something else; load the page anew."),

  // Hosting
  "no-clock": t("No time runs in this match; set a clock before the start."),
  "not-awaited": t("The match doesn't wait for this seat, so no time runs for it."),
  "deadline-in-past": t("The new deadline would be in the past."),
  extension: t("Give either a span of time or a moment, within the limits."),
  until: t("This isn't a moment that is possible."),
  reason: t("The reason is too long."),
  announcement: t("The announcement is empty, too long, or has invisible characters."),
  amendment: (_, english) => t("The match can't be corrected like this. In English: {exact}", { exact: english }),
  "no-rulings": t("This game leaves nothing to the host to decide."),
  ruling: (_, english) => t("This ruling can't be made. In English: {exact}", { exact: english }),
  "no-such-action": t("There is no action with this number."),
  replacement: t("Name either a member or a bot."),
  secrets: t("This game has no secret option of that name."),
  schedule: (_, english) => t("The schedule can't be used like this. In English: {exact}", { exact: english }),

  // Rooms
  "no-room": t("There is no such room that you may read."),
  "room-closed": t("The room is closed at the moment."),
  message: t("This can't be a message."),
  text: t("A message has 1 to 2,000 characters."),

  // Practice
  "no-attempt": t("You have begun no such problem."),
  "unknown-drill": t("There is no such drill."),
  "unknown-level": t("This drill has no such level."),
  "already-answered": t("This problem is answered; an answer is judged once."),
  "not-retractable": t("What is known can't be taken back in this drill."),
  outdated: t("This problem is of an older version of the game; begin another one."),
  "too-long": t("That is more than a problem takes; give up, and see the answer."),
  "being-posed": t("The problem is being posed. Ask again in a moment."),
  "no-answer": t("A match from a position has no answer to see. Play on, or leave it."),
  "position-too-big": t("The position of this match is too large to be played on from."),
  "practice-failed": t("The problem could not be posed or judged in time. Try again in a moment; your answer isn't lost."),

  // General
  busy: ({ waiting }) => t("The house still works on what you have asked for: {waiting} of your requests wait. Ask again when one is done.", { waiting: String(waiting) }),
  "game-not-ready": ({ done, total }) =>
    t("This game is being prepared for its first match here: {done} of {total} games are ready. It takes a minute or two, once; try again then.", { done: String(done), total: String(total) }),
  language: ({ languages }) => t("The house has no words in this language. It has them in: {languages}.", { languages: String(languages) }),
  "too-many": ({ retry_after }) =>
    retry_after === undefined ? t("There are as many of them as possible; remove one first.") : t("Too many requests. Try again in {seconds} s.", { seconds: retry_after }),
  request: (_, english) => t("The house doesn't understand this request. In English: {exact}", { exact: english }),
  unplayable: ({ rules, kept }) =>
    rules === undefined
      ? t("This match can't go on here; it has been noted.")
      : t("This match began by version {rules} of the rules of its game. This house keeps: {kept}.", { rules: String(rules), kept: String(kept) }),
  "internal-error": t("A fault of the house; it has been noted. Try again a little later."),
};

function statusOf(status: string): string {
  const words: Record<string, string> = {
    draft: t("a draft"),
    open: t("not begun"),
    running: t("running"),
    paused: t("paused"),
    finished: t("over"),
    abandoned: t("over"),
  };
  return words[status] ?? status;
}
