/**
 * The bytes an account stores, and whether there is room for more. Code that makes stored data grow without a call of its
 * own, such as alerts, asks here first; calls are refused by `storage-guard.ts`.
 */
import type { Config } from '../../config.ts';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import * as repository from './account-storage.repository.ts';
import { fullText, judgeStorage, RAW_ANSWERS_TABLE, type StorageUse } from './storage-limits.ts';

type Limits = Pick<Config, 'accountStorageBytes'>;

const NOTHING = { isVerified: false, bytes: 0, people: 0 };

export async function readStorageUse(connection: Connection, config: Limits, workspaceId: WorkspaceId): Promise<StorageUse> {
  return judgeStorage(config, (await repository.readTotals(connection, [workspaceId])).get(workspaceId) ?? NOTHING);
}

export function describeStorage({ usedBytes, limitBytes }: StorageUse): { used_bytes: number; limit_bytes: number } {
  return { used_bytes: usedBytes, limit_bytes: limitBytes };
}

/** The accounts that may store no more. */
export async function fullAccounts(
  connection: Connection,
  config: Limits,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlySet<number>> {
  const totals = await repository.readTotals(connection, workspaceIds);
  return new Set([...totals].filter(([, one]) => judgeStorage(config, one).isFull).map(([id]) => id));
}

/** @throws {AppError} STORAGE.FULL, which says what takes the room */
export async function requireStorage(connection: Connection, config: Limits, workspaceId: WorkspaceId): Promise<void> {
  const totals = (await repository.readTotals(connection, [workspaceId])).get(workspaceId);
  if (totals === undefined) return;
  const use = judgeStorage(config, totals);
  if (!use.isFull) return;
  const byTable = await repository.readByTable(connection, workspaceId);
  throw new AppError('STORAGE.FULL', { message: fullText(use, totals.isVerified, byTable) });
}

/** Bytes of the account's raw answers, which have a limit of their own. */
export async function readRawAnswerBytes(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  return (await repository.readByTable(connection, workspaceId)).get(RAW_ANSWERS_TABLE) ?? 0;
}
