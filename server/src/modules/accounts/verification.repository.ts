/**
 * An address is verified by whoever reads its mail. Whoever registered it before may be somebody else, who knows the
 * password: what they prepared ends with the first verification, but for the session of the browser that opened the
 * link.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/database.ts';
import { accounts, mailedCodes, recoveryCodes, sessions } from './accounts.table.ts';
import { isCodeInForce } from './mailed-codes.repository.ts';

export interface Verification {
  readonly now: Date;
  readonly trialEndsAt: Date;
  /** The live session of the browser that opened the link; of whatever account. */
  readonly ownSessionId: string | null;
}

/** Marks the account of a code in force as verified; again and again while the code lasts, which changes nothing more. */
export async function verifyByCode(database: Database, codeHash: Buffer, verification: Verification): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { now } = verification;
    const [code] = await transaction
      .update(mailedCodes)
      .set({ usedAt: sql`coalesce(${mailedCodes.usedAt}, ${now.toISOString()}::timestamptz)` })
      .where(isCodeInForce('verify', codeHash, now))
      .returning({ accountId: mailedCodes.accountId });
    if (code === undefined) return false;
    await markVerified(transaction, code.accountId, verification);
    return true;
  });
}

/** The trial begins at the first verification, once. Nothing happens to an account that is verified. */
export async function markVerified(
  transaction: Transaction,
  accountId: number,
  { now, trialEndsAt, ownSessionId }: Verification,
): Promise<void> {
  const { rowCount } = await transaction
    .update(accounts)
    // A second factor is for verified accounts; one that an earlier version let in is nobody's to ask for.
    .set({ verifiedAt: now, trialEndsAt, totpSecret: null, totpEnabledAt: null, totpLastStep: null })
    .where(and(eq(accounts.id, accountId), isNull(accounts.verifiedAt)));
  if (rowCount !== 1) return;
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  const isAnother = ownSessionId === null ? undefined : ne(sessions.id, ownSessionId);
  await transaction
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'verification' })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), isAnother));
}
