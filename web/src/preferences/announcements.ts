/** How much of a match is announced to screen readers: everything, what concerns the reader, or little. */

export const ANNOUNCEMENTS = ["all", "mine", "little"] as const;
export type Announcements = (typeof ANNOUNCEMENTS)[number];

const STORAGE_KEY = "numberhouse.announcements";

export function announcements(): Announcements {
  const stored = localStorage.getItem(STORAGE_KEY);
  return ANNOUNCEMENTS.find((choice) => choice === stored) ?? "all";
}

export function setAnnouncements(choice: Announcements): void {
  if (choice === "all") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
}
