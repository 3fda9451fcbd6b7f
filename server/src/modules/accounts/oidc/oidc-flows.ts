/**
 * Sign-ins at the provider that have begun. Each is a row, so that any server may judge the answer, and works once. Its row is
 * a hash over everything it is bound to: what it is for, the account, the state, and the secret in the browser's cookie. The
 * nonce and the verifier of PKCE follow from state and secret, so that nothing in the database helps to complete a sign-in.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sharedNow } from '../../../limits/shared-clock.ts';
import type { Platform } from '../../../platform.ts';
import { oidcFlows } from '../../../schema/accounts.table.ts';

export const FLOW_SECONDS = 10 * 60;
const RANDOM_TEXT = /^[\w-]{43}$/;
const SECOND = 1000;

export interface FlowUse {
  readonly purpose: 'sign-in' | 'second factor' | 'proof';
  /** The account that the flow is for; null: whichever the provider confirms. */
  readonly accountId: number | null;
}

/** What a flow binds: the request's parameters, and the checks of the answer. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Flow {
  readonly linkId: string | null;
  readonly startedAt: Date;
}

export type OidcFlows = ReturnType<typeof createOidcFlows>;

export function createOidcFlows(platform: Pick<Platform, 'database' | 'databaseNow'>) {
  const { database } = platform;

  const isOpen = (use: FlowUse, state: string, browserSecret: string | null) =>
    and(eq(oidcFlows.hash, hashOf(use, state, browserSecret ?? '')), gt(oidcFlows.expiresAt, sharedNow(platform)));

  async function add(use: FlowUse, state: string, browserSecret: string, linkId: string | null): Promise<void> {
    const expiresAt = sql`${sharedNow(platform)} + make_interval(secs => ${FLOW_SECONDS})`;
    await database.insert(oidcFlows).values({ hash: hashOf(use, state, browserSecret), linkId, expiresAt });
  }

  return {
    /** @param shown the browser's cookie; its secret is kept, because several tabs may wait for an answer */
    async begin(use: FlowUse, shown: string | null): Promise<FlowSecrets & { readonly browserSecret: string }> {
      const browserSecret = shown !== null && RANDOM_TEXT.test(shown) ? shown : randomText();
      const state = randomText();
      await add(use, state, browserSecret, null);
      return { ...secretsOf(state, browserSecret), browserSecret };
    },

    /** Keeps what the provider has confirmed until the second factor is shown. The state is used again. */
    keep: (use: FlowUse, state: string, browserSecret: string, linkId: string): Promise<void> =>
      add(use, state, browserSecret, linkId),

    /** Finds the waiting flow without using it up; null: this browser has none. */
    async find(use: FlowUse, state: string, browserSecret: string | null): Promise<{ readonly linkId: string | null } | null> {
      const [row] = await database
        .select({ linkId: oidcFlows.linkId })
        .from(oidcFlows)
        .where(isOpen(use, state, browserSecret));
      return row ?? null;
    },

    /** Uses the flow up; null for a state that was not given for this use to this browser, has expired, or was used before. */
    async spend(use: FlowUse, state: string, browserSecret: string | null): Promise<(Flow & FlowSecrets) | null> {
      const [row] = await database
        .delete(oidcFlows)
        .where(isOpen(use, state, browserSecret))
        .returning({ linkId: oidcFlows.linkId, expiresAt: oidcFlows.expiresAt });
      if (row === undefined || browserSecret === null) return null;
      const startedAt = new Date(row.expiresAt.getTime() - FLOW_SECONDS * SECOND);
      return { linkId: row.linkId, startedAt, ...secretsOf(state, browserSecret) };
    },

    async deleteExpired(): Promise<void> {
      await database.delete(oidcFlows).where(lt(oidcFlows.expiresAt, sharedNow(platform)));
    },
  };
}

function secretsOf(state: string, browserSecret: string): FlowSecrets {
  const derive = (label: string) => digest([label, state, browserSecret]).toString('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}

function hashOf({ purpose, accountId }: FlowUse, state: string, browserSecret: string): Buffer {
  return digest(['flow', purpose, accountId, state, browserSecret]);
}

function digest(parts: readonly (string | number | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
