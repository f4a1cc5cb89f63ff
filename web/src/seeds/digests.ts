/** The digests of which a seed is made, as in src/numberhouse/seeding.py. */

/** Everything that makes the seed of a match, open to all after the end. */
export interface SeedFacts {
  match: string;
  commitment: string;
  /** By seat; empty for a seat that contributed nothing. */
  contributions: readonly string[];
  secret: string;
  seed: string;
}

/** Whether the browser computes digests: it does so on https pages, and on those of this computer. */
export function canDigest(): boolean {
  return "subtle" in crypto;
}

/** 32 random bytes, in hex. */
export function newContribution(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

export function commitmentText(secret: string): string {
  return `numberhouse commitment 1\n${secret}`;
}

export function seedText({ match, secret, contributions }: SeedFacts): string {
  return ["numberhouse seed 1", match, secret, ...contributions].map((line) => `${line}\n`).join("");
}

export async function digest(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
