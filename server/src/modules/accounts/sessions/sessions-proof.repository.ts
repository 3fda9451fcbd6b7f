/** When the owner of a session was last proved. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { accounts, sessions } from '../../../schema/accounts.table.ts';

/** When each session was last proved, in the order of the ids; null: there is no such session, or no proof. */
export async function findProofs(database: Database, sessionIds: readonly string[]): Promise<readonly (Date | null)[]> {
  const rows = await database
    .select({ id: sessions.id, provedAt: sessions.provedAt })
    .from(sessions)
    .where(inArray(sessions.id, [...new Set(sessionIds)]));
  const found = new Map(rows.map(({ id, provedAt }) => [id, provedAt]));
  return sessionIds.map((id) => found.get(id) ?? null);
}

/** A time before any proof that counts; the column has no null. */
const NO_PROOF = new Date(0);

/** Ends the proofs in all sessions of an account, after a change of its credentials. @param except a session that keeps its own */
export async function endProofs(transaction: Connection, accountId: number, except?: string): Promise<void> {
  const others = except === undefined ? [] : [ne(sessions.id, except)];
  await transaction
    .update(sessions)
    .set({ provedAt: NO_PROOF })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), ...others));
}

interface Proof {
  readonly sessionId: string;
  readonly accountId: number;
  /** The hash of the password that was shown. */
  readonly passwordHash: string;
  readonly hasShownSecondFactor: boolean;
  readonly now: Date;
}

/** @returns false if the session has ended, the password was changed or the second factor turned on in the meantime */
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
        // Without this condition, a proof from just before the second factor was turned on would be stored after it.
        ...(hasShownSecondFactor ? [] : [isNull(accounts.totpEnabledAt)]),
      ),
    );
  return rowCount === 1;
}
