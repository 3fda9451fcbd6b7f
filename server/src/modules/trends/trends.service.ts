/** Lists, renames, hides, merges and deletes trends for a user. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { deleteTrends, Trend } from '@leadloom/shared/contract/trends';
import { foundTrendName } from '@leadloom/shared/social/found-trend-name';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { hasActiveTask, lockTrends } from './analyses/analysis-tasks.repository.ts';
import { refreshDigests } from './trend-digest.repository.ts';
import {
  changeTrend,
  joinTrends,
  listTrends,
  lockTrendRows,
  removeAllTrends,
  setTrend,
  type TrendRow,
} from './trends.repository.ts';

/** Latest first. */
export function listAllTrends({ database, now }: Platform, workspaceId: WorkspaceId, isWithHidden: boolean): Promise<Trend[]> {
  return listTrends(database, workspaceId, { isWithHidden }, now());
}

/** @throws {AppError} TRENDS.RUNNING */
export async function deleteAllTrends(
  { database }: Platform,
  workspaceId: WorkspaceId,
): Promise<EndpointResult<typeof deleteTrends>> {
  const removed = await database.transaction(async (transaction) => {
    await lockIdleTrends(transaction, workspaceId);
    return removeAllTrends(transaction, workspaceId);
  });
  return {
    message: `Deleted ${counted(removed.trends, 'trend')} and ${counted(removed.links, 'video link')}.`,
    trends_deleted: removed.trends,
    video_links_deleted: removed.links,
  };
}

interface TrendChange {
  /** The name; null: the one found from its videos. */
  readonly trend_name?: string | null | undefined;
  readonly is_hidden?: boolean | undefined;
}

/** @throws {AppError} TRENDS.NOT_FOUND */
export async function changeOneTrend(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  trendId: number,
  { trend_name: name, is_hidden: isHidden }: TrendChange,
): Promise<Trend> {
  return database.transaction(async (transaction) => {
    const [row] = await lockTrendRows(transaction, workspaceId, [trendId]);
    if (row === undefined) throw new AppError('TRENDS.NOT_FOUND');
    const values = {
      ...(name === undefined ? {} : namedBy(name, row)),
      ...(isHidden === undefined ? {} : { isHidden }),
    };
    if (Object.keys(values).length > 0) await changeTrend(transaction, workspaceId, trendId, values);
    return readTrend(transaction, workspaceId, trendId, now());
  });
}

/** The name to store. Without a found name, a person's name stays: a later analysis may never see the trend again. */
function namedBy(name: string | null, { reasons }: TrendRow): Partial<Pick<TrendRow, 'name' | 'isRenamed'>> {
  if (name !== null) return { name, isRenamed: true };
  const found = foundTrendName(reasons);
  return found === null ? {} : { name: found, isRenamed: false };
}

/** @returns the oldest trend, with the videos of all @throws {AppError} TRENDS.NOT_FOUND, TRENDS.RUNNING */
export async function mergeSomeTrends(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  trendIds: readonly number[],
): Promise<Trend> {
  const ids = [...new Set(trendIds)];
  if (ids.length < 2) {
    const detail = 'must name at least two different trends';
    throw new AppError('REQUEST.INVALID', {
      message: `/trend_ids: ${detail}`,
      errors: [{ pointer: '/trend_ids', detail }],
    });
  }
  return database.transaction(async (transaction) => {
    await lockIdleTrends(transaction, workspaceId);
    const rows = await lockTrendRows(transaction, workspaceId, ids);
    const [oldest, ...others] = rows;
    if (oldest === undefined || rows.length < ids.length) throw new AppError('TRENDS.NOT_FOUND');
    await joinTrends(
      transaction,
      workspaceId,
      oldest.id,
      others.map(({ id }) => id),
    );
    await setTrend(transaction, oldest.id, mergedTrend(rows));
    await refreshDigests(transaction, [oldest.id]);
    return readTrend(transaction, workspaceId, oldest.id, now());
  });
}

/** @throws {AppError} TRENDS.RUNNING because a running analysis relies on the trends it read at its start */
async function lockIdleTrends(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await lockTrends(transaction, workspaceId);
  if (await hasActiveTask(transaction, workspaceId)) throw new AppError('TRENDS.RUNNING');
}

async function readTrend(connection: Connection, workspaceId: WorkspaceId, trendId: number, now: Date): Promise<Trend> {
  const [trend] = await listTrends(connection, workspaceId, { trendId, isWithHidden: true }, now);
  if (trend === undefined) throw new AppError('TRENDS.NOT_FOUND');
  return trend;
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : `${thing}s`}`;
}

type MergedTrend = Omit<TrendRow, 'id' | 'workspaceId' | 'createdAt' | 'digest'>;

/**
 * Merges the values of several trends. A name given by a person is kept, else the oldest name. The centroid is that of the trend seen last. The reasons are
 * unknown until the next analysis. The result is hidden only if all trends were.
 * @param rows oldest first, at least one
 * @throws {RangeError} for none
 */
function mergedTrend(rows: readonly TrendRow[]): MergedTrend {
  const [oldest, ...others] = rows;
  if (oldest === undefined) throw new RangeError('no trend to merge');
  const named = rows.find(({ isRenamed, name }) => isRenamed && name !== null) ?? rows.find(({ name }) => name !== null);
  const latest = others.reduce((one, other) => (other.lastSeenAt > one.lastSeenAt ? other : one), oldest);
  const firstSeenAt = new Date(Math.min(...rows.map((row) => row.firstSeenAt.getTime())));
  return {
    name: named?.name ?? null,
    isRenamed: named?.isRenamed ?? false,
    isHidden: rows.every(({ isHidden }) => isHidden),
    firstSeenAt,
    lastSeenAt: latest.lastSeenAt,
    centroid: latest.centroid,
    reasons: [],
    centreVideoId: null,
  };
}
