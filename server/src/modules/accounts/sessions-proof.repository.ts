/** When the owner of a session was last proved. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { accounts, sessions } from './accounts.table.ts';

/** null: there is no such session. */
export async function findProof(database: Database, sessionId: string): Promise<Date | null> {
  const [row] = await database.select({ provedAt: sessions.provedAt }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.provedAt ?? null;
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
