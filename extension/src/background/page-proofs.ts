/**
 * Which pages have proved that the server they came from holds its key. While the app is stopped, any local program can
 * answer at its address and serve a page, but it cannot sign. Each page load proves its server with its own single-use
 * challenge, and again after an hour.
 */
import { type ExtensionProof, proofText } from '@leadloom/shared/linkedin/extension-proof';
import pLimit from 'p-limit';
import { readCatalogue, writeCatalogue } from '../state/catalogues.ts';
import { type BuiltIn, type OriginKey, pinKey, readOriginKey } from '../state/origin-keys.ts';
import { addProvedPage, type ProvedPage, readProvedPages } from '../state/proved-pages.ts';
import type { Asker } from './handler.ts';
import { base64urlOf, isSigned } from './signatures.ts';

export interface PageProofs {
  /** The key of the server behind the page; null: the page has not proved it, or too long ago. */
  keyOf(page: Asker): Promise<OriginKey | null>;
  /** What the page's server must sign: the same text until it is answered or expires. */
  challengeFor(page: Asker): string;
  /**
   * Checks the answer to the page's challenge, and uses up the challenge. Pins the first key that an unknown
   * origin proves.
   */
  accept(page: Asker, proof: ExtensionProof): Promise<void>;
}

const CHALLENGE_BYTES = 32;
const CHALLENGE_LIFE_MS = 60_000;
const PROOF_LIFE_MS = 3_600_000;
/** Open challenges remembered; the oldest is forgotten first, and its page gets another. */
const MAX_CHALLENGES = 100;

interface Challenge {
  readonly origin: string;
  readonly text: string;
  readonly madeAt: number;
}

/** @param now milliseconds since 1970 */
export function createPageProofs(now: () => number, builtIn: BuiltIn): PageProofs {
  // Challenges stay in memory: a restarted worker gives its pages new ones, which costs one more round trip.
  const challenges = new Map<string, Challenge>();
  /** Of two simultaneous first keys only one may be pinned. */
  const oneAtATime = pLimit(1);
  /** The proved pages are read once: only this worker writes them, and every message needs them. */
  let proved: Promise<ProvedPage[]> | undefined;

  function provedPages(): Promise<ProvedPage[]> {
    proved ??= readProvedPages().catch((error: unknown) => {
      proved = undefined;
      throw error;
    });
    return proved;
  }

  function openChallenge({ documentId, origin }: Asker): Challenge | undefined {
    const challenge = challenges.get(documentId);
    return challenge?.origin === origin && isWithin(challenge.madeAt, CHALLENGE_LIFE_MS, now()) ? challenge : undefined;
  }

  return {
    async keyOf({ documentId, origin }) {
      const page = (await provedPages()).find((known) => known.documentId === documentId);
      if (page?.origin !== origin || !isWithin(page.provedAt, PROOF_LIFE_MS, now())) return null;
      const key = await readOriginKey(origin, builtIn);
      return key?.publicKey === page.publicKey ? key : null;
    },
    challengeFor(page) {
      const open = openChallenge(page);
      if (open !== undefined) return open.text;
      const text = base64urlOf(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
      challenges.delete(page.documentId);
      challenges.set(page.documentId, { origin: page.origin, text, madeAt: now() });
      const [oldest] = challenges.keys();
      if (challenges.size > MAX_CHALLENGES && oldest !== undefined) challenges.delete(oldest);
      return text;
    },
    async accept(page, proof) {
      const challenge = openChallenge(page);
      // The challenge is deleted before any await, so that only the first of two answers to it counts.
      challenges.delete(page.documentId);
      if (challenge === undefined) return;
      const text = proofText(page.origin, challenge.text);
      if (!(await isSigned({ text, ...proof }))) return;
      await oneAtATime(async () => {
        const known = await readOriginKey(page.origin, builtIn);
        if (known !== null && known.publicKey !== proof.publicKey) return noteOtherKey(page.origin);
        if (known === null) await pinKey(page.origin, proof.publicKey);
        const { documentId, origin } = page;
        const provedNow = { documentId, origin, publicKey: proof.publicKey, provedAt: now() };
        proved = Promise.resolve(await addProvedPage(await provedPages(), provedNow));
      });
    },
  };
}

/**
 * Notes that the origin showed another key, for the popup, which says what to do. The next catalogue of the right server
 * removes the note.
 */
async function noteOtherKey(origin: string): Promise<void> {
  const known = await readCatalogue(origin);
  if (known?.refusal !== 'other_key') await writeCatalogue(origin, { accepted: known?.accepted ?? null, refusal: 'other_key' });
}

/** A time in the future is not within it either: setting the clock back must not make anything last longer. */
function isWithin(since: number, life: number, now: number): boolean {
  return since <= now && now < since + life;
}
