/** When the owner of a session was last proved. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { accounts, sessions } from './accounts.table.ts';

/** In the order of the sessions; null: there is no such session, or no proof. */
export async function findProofs(database: Database, sessionIds: readonly string[]): Promise<readonly (Date | null)[]> {
  const rows = await database
    .select({ id: sessions.id, provedAt: sessions.provedAt })
    .from(sessions)
    .where(inArray(sessions.id, [...new Set(sessionIds)]));
  const found = new Map(rows.map(({ id, provedAt }) => [id, provedAt]));
  return sessionIds.map((id) => found.get(id) ?? null);
}

interface Proof {
  readonly sessionId: string;
  readonly accountId: number;
  /** Of the password that was shown. */
  readonly passwordHash: string;
  readonly hasShownSecondFactor: boolean;
  readonly now: Date;
}

/** @returns false if the session has ended, or the password was changed in the meantime */
export async function renewProof(
  database: Database,
  { sessionId, accountId, passwordHash, hasShownSecondFactor, now }: Proof,
): Promise<boolean> {
  const { rowCount } = await database
    .update(sessions)
    .set({ provedAt: now, ...(hasShownSecondFactor ? { secondFactorAt: now } : {}) })
    .from(accounts)
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        eq(accounts.id, sessions.accountId),
        eq(accounts.id, accountId),
        eq(accounts.passwordHash, passwordHash),
      ),
    );
  return rowCount === 1;
}
