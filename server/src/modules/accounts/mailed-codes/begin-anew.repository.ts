/**
 * Resets an account that was never verified. Somebody else may have registered the address, so nothing of it may stay once
 * the owner of the address is known.
 */
import { eq } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { accounts } from '../../../schema/accounts.table.ts';

interface NewBeginning {
  /** null: there is no password. */
  readonly passwordHash: string | null;
  readonly now: Date;
  /** The end of the trial that starts now. */
  readonly trialEndsAt: Date;
}

/**
 * Deletes the row and inserts it again with its id and email, so that everything that refers to it is deleted,
 * in future tables too. The payment provider has nothing of it, because only verified accounts can buy.
 * @param account locked in this transaction
 */
export async function beginAnew(
  transaction: Connection,
  { id, email, createdAt, credentialEpoch }: typeof accounts.$inferSelect,
  { passwordHash, now, trialEndsAt }: NewBeginning,
): Promise<void> {
  await transaction.delete(accounts).where(eq(accounts.id, id));
  await transaction
    .insert(accounts)
    .overridingSystemValue()
    .values({
      id,
      email,
      createdAt,
      passwordHash,
      verifiedAt: now,
      trialEndsAt,
      credentialEpoch: credentialEpoch + 1,
    });
}
