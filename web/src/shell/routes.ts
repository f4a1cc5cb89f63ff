/** All pages of the house. Each is a chunk of its own and names its element. */
import type { Route } from "@house/shell/router";

export const ROUTES: Route[] = [
  { pattern: /^\/$/, element: "nh-home", load: () => import("@house/pages/play/home") },
  { pattern: /^\/games\/(?<game>[\w-]+)$/, element: "nh-game", load: () => import("@house/pages/play/game") },
  { pattern: /^\/learn\/(?<game>[\w-]+)$/, element: "nh-rules-page", load: () => import("@house/pages/learn/rules") },
  { pattern: /^\/learn\/(?<game>[\w-]+)\/first-match$/, element: "nh-first-match", wide: true, load: () => import("@house/pages/learn/first-match") },
  { pattern: /^\/new$/, element: "nh-new-match", load: () => import("@house/pages/host/new-match") },
  { pattern: /^\/tables$/, element: "nh-tables", load: () => import("@house/pages/play/tables") },
  { pattern: /^\/matches$/, element: "nh-my-matches", load: () => import("@house/pages/play/my-matches") },
  // Notifications and links for programs use /matches/ID.
  { pattern: /^\/match(?:es)?\/(?<match>[\w-]+)$/, element: "nh-match", wide: true, load: () => import("@house/pages/play/match") },
  { pattern: /^\/match\/(?<match>[\w-]+)\/desk$/, element: "nh-desk", load: () => import("@house/pages/host/desk") },
  { pattern: /^\/match\/(?<match>[\w-]+)\/review$/, element: "nh-review", load: () => import("@house/pages/learn/review") },
  { pattern: /^\/play-on\/(?<attempt>[\w-]+)$/, element: "nh-play-on", wide: true, load: () => import("@house/pages/learn/play-on") },
  { pattern: /^\/review$/, element: "nh-review", load: () => import("@house/pages/learn/review") },
  { pattern: /^\/schedule$/, element: "nh-schedule", load: () => import("@house/pages/host/schedule") },
  { pattern: /^\/practice$/, element: "nh-practice", load: () => import("@house/pages/learn/practice") },
  { pattern: /^\/practice\/(?<game>[\w-]+)\/(?<drill>[\w-]+)$/, element: "nh-drill", load: () => import("@house/pages/learn/drill") },
  { pattern: /^\/invite$/, element: "nh-invite", load: () => import("@house/pages/play/invite") },
  { pattern: /^\/sign-in$/, element: "nh-sign-in", load: () => import("@house/pages/account/sign-in") },
  { pattern: /^\/reset-password$/, element: "nh-reset-password", load: () => import("@house/pages/account/reset-password") },
  { pattern: /^\/administration$/, element: "nh-administration", load: () => import("@house/pages/account/administration") },
  { pattern: /^\/profile$/, element: "nh-profile", load: () => import("@house/pages/account/profile") },
  { pattern: /^\/members\/(?<name>[^/]+)$/, element: "nh-member", load: () => import("@house/pages/account/member") },
  { pattern: /^\/settings$/, element: "nh-settings", load: () => import("@house/pages/account/settings") },
];

export const NOT_FOUND: Route = { pattern: /.*/, element: "nh-not-found", load: () => import("@house/pages/not-found") };
