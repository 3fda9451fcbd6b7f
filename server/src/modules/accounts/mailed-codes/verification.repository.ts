/**
 * An address is verified by whoever reads its mail. Somebody else may have registered it before and know the
 * password. So the first verification ends everything they prepared, except for the session of the browser that
 * opened the link.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/database.ts';
import { accounts, mailedCodes, passkeys, recoveryCodes, sessions } from '../../../schema/accounts.table.ts';
import { isCodeInForce } from './mailed-codes.repository.ts';

export interface Verification {
  readonly now: Date;
  readonly trialEndsAt: Date;
  /** The live session of the browser that opened the link, of any account. */
  readonly ownSessionId: string | null;
}

/** Marks the account of a valid code as verified. Doing so again while the code is valid changes nothing. */
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

/** The trial starts once, at the first verification. A verified account stays unchanged. */
export async function markVerified(
  transaction: Transaction,
  accountId: number,
  { now, trialEndsAt, ownSessionId }: Verification,
): Promise<void> {
  const { rowCount } = await transaction
    .update(accounts)
    // Only verified accounts have a second factor or passkeys; what an earlier version allowed before verification is
    // removed.
    .set({ verifiedAt: now, trialEndsAt, totpSecret: null, totpEnabledAt: null, totpLastStep: null, unverifiedEndAt: null })
    .where(and(eq(accounts.id, accountId), isNull(accounts.verifiedAt)));
  if (rowCount !== 1) return;
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await transaction.delete(passkeys).where(eq(passkeys.accountId, accountId));
  const isAnother = ownSessionId === null ? undefined : ne(sessions.id, ownSessionId);
  await transaction
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'verification' })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), isAnother));
}
