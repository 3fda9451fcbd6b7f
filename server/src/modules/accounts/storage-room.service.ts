/** Holds workspaces, and accounts with what is theirs, to the contract's limits of storage. Whether the email is verified matters only beyond the smaller limit. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { type StorageLimit, shareOfMember } from '@leadloom/shared/contract/storage-limit';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { isShared } from '../../schema/member-names.ts';
import { isVerifiedWorkspace } from '../../schema/workspaces.table.ts';

interface Room {
  readonly limit: StorageLimit;
  /** The number that there would be afterwards. */
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
  workspaceId: WorkspaceId,
  { limit, total, code, message }: Room,
): Promise<void> {
  if (total <= limit.unverified) return;
  if (total > limit.verified) throw new AppError(code, message === undefined ? {} : { message });
  if (await isVerified(connection, workspaceId)) return;
  throw new AppError(code, { message: untilVerified(limit) });
}

interface Share {
  readonly limit: StorageLimit;
  /** The number that there would be afterwards of one member's. */
  readonly own: number;
  readonly code: ErrorCode;
  /** The code's own sentence where absent. */
  readonly message?: string;
}

/**
 * Refuses what exceeds one member's share of a shared workspace. In a personal one, all of the limit is one's own.
 * @throws {AppError} of the code, if there would be too many
 */
export async function requireShare(
  connection: Connection,
  workspaceId: WorkspaceId,
  { limit, own, code, message }: Share,
): Promise<void> {
  if (own <= shareOfMember(limit)) return;
  const { rows } = await connection.execute(sql`select ${isShared(sql`${workspaceId}::bigint`)} as shared`);
  if (rows[0]?.shared === true) throw new AppError(code, message === undefined ? {} : { message });
}

/** The limit, for data that makes room by itself, by deleting the oldest. */
export async function limitFor(connection: Connection, workspaceId: WorkspaceId, limit: StorageLimit): Promise<number> {
  return (await isVerified(connection, workspaceId)) ? limit.verified : limit.unverified;
}

/** Whether the workspace's account has a verified email; a shared one counts as such. false if it is gone. */
export async function isVerified(connection: Connection, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await connection.execute(sql`select ${isVerifiedWorkspace(sql`${workspaceId}::bigint`)} as verified`);
  return rows[0]?.verified === true;
}

function untilVerified({ of, verb = 'add', unverified }: StorageLimit): string {
  return `Until your email is verified, your account can hold ${unverified.toLocaleString('en')} ${of}. Verify it to ${verb} more.`;
}
