/** Browsers that have signed in to an account before. A device is valid while its epoch equals the account's. */
import { and, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/database.ts';
import { accounts, devices } from '../../../schema/accounts.table.ts';

/** A further one replaces the one used longest ago. */
export const MAX_DEVICES = 10;

/** Whether the account with this address has the device, and the device is valid. */
export async function hasDevice(database: Database, email: string, idHash: Buffer): Promise<boolean> {
  const rows = await database
    .select({ epoch: devices.credentialEpoch })
    .from(devices)
    .innerJoin(accounts, and(eq(accounts.id, devices.accountId), eq(accounts.credentialEpoch, devices.credentialEpoch)))
    .where(and(eq(accounts.email, email), eq(devices.idHash, idHash)));
  return rows.length > 0;
}

interface UsedDevice {
  readonly accountId: number;
  /** The account's epoch when its credentials were checked. A device of an older epoch is not stored. */
  readonly credentialEpoch: number;
  readonly idHash: Buffer;
}

/** Adds or renews a device, and removes invalid ones and those beyond the limit. */
export async function keepDevice(database: Database, { accountId, credentialEpoch, idHash }: UsedDevice): Promise<void> {
  await database.transaction(async (transaction) => {
    // Sign-ins run one after the other, so that parallel ones do not exceed the limit.
    const [owner] = await transaction
      .select({ epoch: accounts.credentialEpoch })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('no key update');
    if (owner === undefined || owner.epoch !== credentialEpoch) return;
    const lastUsedAt = sql`clock_timestamp()`;
    await transaction
      .insert(devices)
      .values({ accountId, credentialEpoch, idHash, lastUsedAt })
      .onConflictDoUpdate({ target: [devices.accountId, devices.idHash], set: { credentialEpoch, lastUsedAt } });
    await deleteOtherEpochs(transaction, accountId, credentialEpoch);
    const newest = transaction
      .select({ idHash: devices.idHash })
      .from(devices)
      .where(eq(devices.accountId, accountId))
      .orderBy(sql`${devices.lastUsedAt} desc`)
      .limit(MAX_DEVICES);
    await transaction.delete(devices).where(and(eq(devices.accountId, accountId), notInArray(devices.idHash, newest)));
  });
}

/**
 * Part of every change of the password or the second factor: makes all earlier devices invalid, except those of
 * the browser that made the change.
 * @param kept hashes of the devices that this browser has shown
 */
export async function raiseCredentialEpoch(transaction: Transaction, accountId: number, kept: readonly Buffer[]): Promise<void> {
  const [raised] = await transaction
    .update(accounts)
    .set({ credentialEpoch: sql`${accounts.credentialEpoch} + 1` })
    .where(eq(accounts.id, accountId))
    .returning({ epoch: accounts.credentialEpoch });
  if (raised === undefined) return;
  const { epoch } = raised;
  if (kept.length > 0)
    await transaction
      .update(devices)
      .set({ credentialEpoch: epoch })
      .where(
        and(
          eq(devices.accountId, accountId),
          inArray(devices.idHash, [...kept]),
          // A device that was invalid before stays invalid.
          eq(devices.credentialEpoch, epoch - 1),
        ),
      );
  await deleteOtherEpochs(transaction, accountId, epoch);
}

async function deleteOtherEpochs(transaction: Transaction, accountId: number, epoch: number): Promise<void> {
  await transaction.delete(devices).where(and(eq(devices.accountId, accountId), ne(devices.credentialEpoch, epoch)));
}

export async function deleteDevice(database: Database, accountId: number, idHash: Buffer): Promise<void> {
  await database.delete(devices).where(and(eq(devices.accountId, accountId), eq(devices.idHash, idHash)));
}

/** @param days without a sign-in */
export async function deleteUnusedDevices(database: Database, days: number): Promise<void> {
  await database.delete(devices).where(lt(devices.lastUsedAt, sql`now() - make_interval(days => ${days})`));
}
