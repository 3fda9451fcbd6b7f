/**
 * The challenges of passkeys. Each is a row, so that any server may judge the answer, and works once. Its row is a hash over
 * everything it is bound to: what it is for, the account, and the secret in the browser's cookie. An answer that is
 * presented for something else, for another account or by another browser finds no row.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sharedNow } from '../../../limits/shared-clock.ts';
import type { Platform } from '../../../platform.ts';
import { passkeyChallenges } from '../../../schema/accounts.table.ts';

export const CHALLENGE_SECONDS = 5 * 60;
const BROWSER_SECRET = /^[\w-]{43}$/;

export interface ChallengeUse {
  readonly purpose: 'sign-in' | 'proof' | 'new passkey';
  /** The account that the challenge is for; null: the passkey's owner, whoever that is. */
  readonly accountId: number | null;
}

export interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  /** The value of the browser's cookie. */
  readonly browserSecret: string;
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

export function createPasskeyChallenges(platform: Pick<Platform, 'database' | 'databaseNow'>) {
  const { database } = platform;

  return {
    /** @param shown the browser's cookie; its secret is kept, because several tabs may wait for an answer */
    async issue(use: ChallengeUse, shown: string | null): Promise<Challenge> {
      const browserSecret = shown !== null && BROWSER_SECRET.test(shown) ? shown : randomText();
      const challenge = randomText();
      const expiresAt = sql`${sharedNow(platform)} + make_interval(secs => ${CHALLENGE_SECONDS})`;
      await database.insert(passkeyChallenges).values({ hash: hashOf(use, challenge, browserSecret), expiresAt });
      return { challenge, browserSecret };
    },

    /** @returns false for a challenge that was not given for this use to this browser, has expired, or was used before */
    async spend(use: ChallengeUse, challenge: string, browserSecret: string | null): Promise<boolean> {
      const { rowCount } = await database
        .delete(passkeyChallenges)
        .where(
          and(
            eq(passkeyChallenges.hash, hashOf(use, challenge, browserSecret ?? '')),
            gt(passkeyChallenges.expiresAt, sharedNow(platform)),
          ),
        );
      return rowCount === 1;
    },

    async deleteExpired(): Promise<void> {
      await database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sharedNow(platform)));
    },
  };
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf({ purpose, accountId }: ChallengeUse, challenge: string, browserSecret: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([purpose, accountId, challenge, browserSecret]))
    .digest();
}
