/**
 * Reads the videos of some users in a window of time, as one COPY in the database's own form. The rows are not looked at
 * here: a thread reads and sorts them.
 */
import pg from 'pg';
import { copyRows } from '../../../database/copy-rows.ts';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { VIDEO_KEY } from '../../../sources/tiktok/video-id.ts';
import { inLargerChunks } from '../../../streams/larger-chunks.ts';
import type { RowSource } from '../../../trends/thread/run-in-thread.ts';
import { WINDOW_FIELDS } from '../../../trends/window/collect-window.ts';
import type { TimeWindow } from './analysis-parameters.ts';

/** A large window takes longer than a statement may. Whoever wants the videos stops waiting by closing. */
const BEGIN = 'begin read only; set local statement_timeout = 0';

/** The database sends 8 KiB at a time; so many bytes are passed on together. */
const CHUNK_BYTES = 128 * 1024;

export interface VideoRows extends RowSource {
  /** Must be called in any case; ends the reading if there are more rows. */
  close(): void;
}

/** @param userIds lower-case, without `@` */
export async function openVideoWindow(
  database: Database,
  workspaceId: WorkspaceId,
  userIds: readonly string[],
  window: TimeWindow,
): Promise<VideoRows> {
  const client = await database.$client.connect();
  let isOpen = true;
  const release = (isBroken: boolean): void => {
    if (isOpen) client.release(isBroken);
    isOpen = false;
  };
  try {
    await client.query(BEGIN);
    const rows = inLargerChunks(copyRows(client, copyStatement(workspaceId, userIds, window)), CHUNK_BYTES);
    return {
      key: VIDEO_KEY,
      next: async () => {
        const next = await rows.next();
        // The chunk has memory of its own, which is transferred to the thread.
        if (next.done !== true) return new Uint8Array(next.value);
        // The transaction is not held while the videos are compared.
        await client.query('commit');
        release(false);
        return null;
      },
      close: () => release(true),
    };
  } catch (error) {
    release(true);
    throw error;
  }
}

/**
 * COPY takes no bound parameters. A caption is read only where no sound describes the video: it is most of a row. An id
 * that begins with a letter or a digit is a term for certain, unless it is too long.
 */
function copyStatement(workspaceId: WorkspaceId, userIds: readonly string[], { from, to }: TimeWindow): string {
  const users = userIds.map((userId) => pg.escapeLiteral(userId)).join(', ');
  const columns: Record<(typeof WINDOW_FIELDS)[number], string> = {
    canonical_key: 'video.canonical_key',
    author_unique_id: 'video.author_unique_id',
    posted_at: 'video.posted_at',
    hashtags: 'video.hashtags',
    sound_id: 'video.sound_id',
    sound_title: 'video.sound_title',
    summary: `case when octet_length(video.sound_id) <= 100 and ascii(video.sound_id) between 48 and 122 then null else video.summary end`,
    trend_id: 'link.trend_id',
  };
  return `copy (
    select ${WINDOW_FIELDS.map((field) => columns[field]).join(', ')}
    from tiktok_videos video
    left join trend_videos link on link.account_id = ${workspaceId}
      and link.video_id = substr(video.canonical_key, ${VIDEO_KEY.length + 1})
    where video.author_unique_id = any(array[${users}]::text[])
      and video.posted_at > ${pg.escapeLiteral(from.toISOString())}::timestamptz
      and video.posted_at <= ${pg.escapeLiteral(to.toISOString())}::timestamptz
  ) to stdout (format binary)`;
}
