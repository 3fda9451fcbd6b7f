/**
 * Videos of trends as a file, newest trend first and newest video first. The trends are read at the start, their videos in
 * batches, so that an export of any size takes the memory of one batch.
 */
import type { Readable } from 'node:stream';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { AppError } from '../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { type FileColumn, fileStream } from '../../workbook/file-stream.ts';
import { notedRows } from '../activity/activity.service.ts';
import { type LinkedVideo, listLinkedVideos } from './trend-videos.repository.ts';
import { listTrendNames, type TrendName } from './trends.repository.ts';

const BATCH_ROWS = 1_000;

export interface ExportedVideo extends Omit<LinkedVideo, 'position'> {
  readonly name: string | null;
}

interface VideosFile {
  readonly format: FileFormat;
  /** For CSV: with it for browsers, without for programs. */
  readonly byteOrderMark: boolean;
}

const columns: readonly FileColumn<ExportedVideo>[] = [
  { header: 'trend_id', kind: 'number', value: (row) => row.trend_id },
  { header: 'trend_name', value: (row) => row.name },
  { header: 'video_id', value: (row) => row.video_id },
  { header: 'video_url', value: (row) => row.video_url },
  { header: 'author', value: (row) => row.author },
  { header: 'posted_at', kind: 'time', value: (row) => row.posted_at },
  { header: 'hashtags', value: (row) => row.hashtags?.join(', ') ?? null },
  { header: 'play_count', kind: 'number', value: (row) => row.play_count },
];

/**
 * @param trendId undefined: all visible trends
 * @throws {AppError} TRENDS.NOT_FOUND
 */
export async function exportTrends(
  platform: Platform,
  member: Member,
  trendId: number | undefined,
  options: VideosFile,
): Promise<Readable> {
  const { database } = platform;
  const { workspaceId } = member;
  const choice = trendId === undefined ? { isWithHidden: false } : { trendId, isWithHidden: true };
  const names = await listTrendNames(database, workspaceId, choice);
  if (trendId !== undefined && names.length === 0) throw new AppError('TRENDS.NOT_FOUND');
  const target = trendId === undefined ? 'Trends' : `Trend “${names[0]?.name ?? trendId}”`;
  return videosFile(notedRows(platform, member, target, batchesOf(database, workspaceId, names)), options);
}

export function videosFile(
  batches: AsyncIterable<readonly ExportedVideo[]> | Iterable<readonly ExportedVideo[]>,
  options: VideosFile,
): Readable {
  return fileStream(columns, batches, { ...options, title: 'Trends' });
}

async function* batchesOf(
  database: Platform['database'],
  workspaceId: WorkspaceId,
  names: readonly TrendName[],
): AsyncGenerator<readonly ExportedVideo[]> {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  for (let last: LinkedVideo | null = null; ; ) {
    const rows: LinkedVideo[] = await listLinkedVideos(database, workspaceId, [...nameOf.keys()], last, BATCH_ROWS);
    yield rows.map((row) => ({ ...row, name: nameOf.get(row.trend_id) ?? null }));
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < BATCH_ROWS) return;
  }
}
