/** Holds accounts to the contract's limits of storage. Whether the email is verified matters only beyond the smaller limit. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import type { StorageLimit } from '@leadloom/shared/contract/storage-limit';
import { eq } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { accounts } from '../../schema/accounts.table.ts';

interface Room {
  readonly limit: StorageLimit;
  /** The number that the account would have afterwards. */
  readonly total: number;
  readonly code: ErrorCode;
  /** The message for a verified account; the code's own sentence where absent. */
  readonly message?: string;
}

/**
 * Refuses what exceeds the limit. Called before something is added, or in its transaction.
 * @throws {AppError} of the code, if there would be too many
 */
export async function requireRoom(
  connection: Connection,
  accountId: number,
  { limit, total, code, message }: Room,
): Promise<void> {
  if (total <= limit.unverified) return;
  if (total > limit.verified) throw new AppError(code, message === undefined ? {} : { message });
  if (await isVerified(connection, accountId)) return;
  throw new AppError(code, { message: untilVerified(limit) });
}

/** The limit of the account, for data that makes room by itself, by deleting the oldest. */
export async function limitFor(connection: Connection, accountId: number, limit: StorageLimit): Promise<number> {
  return (await isVerified(connection, accountId)) ? limit.verified : limit.unverified;
}

/** Whether the account's email is verified; false if the account is gone. */
export async function isVerified(connection: Connection, accountId: number): Promise<boolean> {
  const [account] = await connection.select({ at: accounts.verifiedAt }).from(accounts).where(eq(accounts.id, accountId));
  return account !== undefined && account.at !== null;
}

function untilVerified({ of, verb = 'add', unverified }: StorageLimit): string {
  return `Until your email is verified, your account can hold ${unverified.toLocaleString('en')} ${of}. Verify it to ${verb} more.`;
}
