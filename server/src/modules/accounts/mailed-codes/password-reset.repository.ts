/**
 * Sets a new password by a mailed code. Whoever reads the mail is the owner, so everything that could still
 * give somebody else access ends in the same transaction. An account that was never verified may belong to
 * somebody else who registered the address, so all data in it is removed too.
 */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { accounts, mailedCodes, oidcLinks, passkeys, sessions } from '../../../schema/accounts.table.ts';
import { pauseDestinations } from '../../events/pause-destinations.service.ts';
import { pauseWebhooks } from '../../events/pause-webhooks.service.ts';
import { revokeAllKeys } from '../../keys/keys.service.ts';
import { raiseCredentialEpoch } from '../sign-in/devices.repository.ts';
import { forgetAttempts } from '../sign-in/failed-attempts.repository.ts';
import { beginAnew } from './begin-anew.repository.ts';
import { isCodeInForce } from './mailed-codes.repository.ts';

interface PasswordReset {
  readonly codeHash: Buffer;
  readonly passwordHash: string;
  readonly keepsKeys: boolean;
  readonly now: Date;
  /** The end of a trial that starts now. */
  readonly trialEndsAt: Date;
}

interface ResetOutcome {
  /** The account had never been verified, and was reset to a new one. */
  readonly isBegunAnew: boolean;
  readonly revokedKeys: number;
  /** How many webhooks were paused until their owner confirms them. */
  readonly pausedWebhooks: number;
  /** The same of destinations. */
  readonly pausedDestinations: number;
}

/** The account of a valid unused reset code; null for any other code. */
export async function findResetAccount(
  database: Database,
  codeHash: Buffer,
  now: Date,
): Promise<{ id: number; email: string } | null> {
  const [row] = await database
    .select({ id: accounts.id, email: accounts.email })
    .from(mailedCodes)
    .innerJoin(accounts, eq(accounts.id, mailedCodes.accountId))
    .where(and(isCodeInForce('reset', codeHash, now), isNull(mailedCodes.usedAt), isNull(accounts.blockedAt)));
  return row ?? null;
}

/**
 * Uses a reset code. Of several parallel uses one succeeds; the others return null.
 * @param alongside runs in the same transaction after the change
 */
export async function resetPassword(
  database: Database,
  reset: PasswordReset,
  alongside: (transaction: Connection, outcome: ResetOutcome) => Promise<void>,
): Promise<ResetOutcome | null> {
  return database.transaction(async (transaction) => {
    const outcome = await useCode(transaction, reset);
    if (outcome !== null) await alongside(transaction, outcome);
    return outcome;
  });
}

async function useCode(transaction: Transaction, reset: PasswordReset): Promise<ResetOutcome | null> {
  const { codeHash, now } = reset;
  const [code] = await transaction
    .update(mailedCodes)
    .set({ usedAt: now })
    .where(and(isCodeInForce('reset', codeHash, now), isNull(mailedCodes.usedAt)))
    .returning({ accountId: mailedCodes.accountId });
  if (code === undefined) return null;
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, code.accountId)).for('update');
  if (account === undefined || account.blockedAt !== null) return null;
  if (account.verifiedAt !== null) return resetVerified(transaction, account.id, reset);
  await beginAnew(transaction, account, reset);
  return { isBegunAnew: true, revokedKeys: 0, pausedWebhooks: 0, pausedDestinations: 0 };
}

/**
 * Ends all sessions, devices, passkeys, sign-ins at the provider, mailed codes and the day's count of guesses, revokes the
 * keys unless they are kept, and pauses the webhooks and destinations. The authenticator stays: it alone does not open the account.
 */
async function resetVerified(
  transaction: Transaction,
  accountId: number,
  { codeHash, passwordHash, keepsKeys, now }: PasswordReset,
): Promise<ResetOutcome> {
  await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
  await raiseCredentialEpoch(transaction, accountId, []);
  await forgetAttempts(transaction, accountId);
  await transaction.delete(passkeys).where(eq(passkeys.accountId, accountId));
  await transaction.delete(oidcLinks).where(eq(oidcLinks.accountId, accountId));
  await transaction
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'password' })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)));
  await transaction
    .update(mailedCodes)
    .set({ supersededAt: now })
    .where(
      and(
        eq(mailedCodes.accountId, accountId),
        inArray(mailedCodes.purpose, ['reset', 'email']),
        ne(mailedCodes.codeHash, codeHash),
        isNull(mailedCodes.supersededAt),
      ),
    );
  return {
    isBegunAnew: false,
    revokedKeys: keepsKeys ? 0 : await revokeAllKeys(transaction, accountId),
    pausedWebhooks: await pauseWebhooks(transaction, accountId, now),
    pausedDestinations: await pauseDestinations(transaction, accountId, now),
  };
}
