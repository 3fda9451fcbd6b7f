/**
 * Reads the videos of some users in a window of time in batches, ordered by the time they were posted and then by number.
 * Each statement reads a stretch of time with about one batch, so that none has to sort the whole window.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { tiktokVideos } from '../../tables/data-tables.table.ts';
import { trendVideos } from '../trends.table.ts';
import type { TimeWindow } from './analysis-parameters.ts';

const BATCH_ROWS = 2_000;
const FIRST_STRETCH = 86_400_000;
const MIN_STRETCH = 1_000;
/** Above every id. */
const LAST_ID = '9223372036854775807';
/** The prefix of a video's number in the key of its row. */
export const VIDEO_KEY = 'video:tiktok.com/video/';
const NUMBERED = /^video:tiktok\.com\/video\/(\d+)$/;

const rowSchema = z.object({
  id: z.string(),
  position: z.string(),
  key: z.string(),
  author: z.string(),
  microseconds: z.number(),
  hashtags: z.array(z.string()).nullable(),
  sound_id: z.string().nullable(),
  sound_title: z.string().nullable(),
  summary: z.string().nullable(),
  trend_id: z.coerce.number().nullable(),
});
type Row = z.infer<typeof rowSchema>;

export interface WindowVideo extends Omit<Row, 'id' | 'position' | 'key' | 'microseconds'> {
  /** The network's number. */
  readonly number: string;
  /** Milliseconds since 1970. */
  readonly posted: number;
}

/** The last row read; `postedAt` has microseconds. */
interface WindowPosition {
  readonly postedAt: string;
  readonly id: string;
}

/** @param userIds lower-case, without `@` @returns batches, without videos that have no number */
export async function* readVideoWindow(
  database: Database,
  accountId: number,
  userIds: readonly string[],
  { from, to }: TimeWindow,
): AsyncGenerator<readonly WindowVideo[]> {
  if (userIds.length === 0) return;
  let position: WindowPosition = { postedAt: from.toISOString(), id: LAST_ID };
  let start = from.getTime();
  let stretch = FIRST_STRETCH;
  // Videos of the last millisecond are held back: more of them may follow, and they are ordered by number.
  let held: Row[] = [];
  for (let isDone = false; !isDone; ) {
    const until = Math.min(to.getTime(), start + stretch);
    const rows = await readRows(database, accountId, userIds, position, new Date(until));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) {
      position = { postedAt: new Date(until).toISOString(), id: LAST_ID };
      isDone = until === to.getTime();
      start = until;
      stretch *= 2;
    } else {
      position = { postedAt: last.position, id: last.id };
      stretch = Math.max(MIN_STRETCH, postedOf(last) - start);
      start = postedOf(last);
    }
    if (last === undefined) continue;
    const all = held.length === 0 ? rows : [...held, ...rows];
    held = all.filter((row) => postedOf(row) === postedOf(last));
    yield inOrder(all.slice(0, all.length - held.length));
  }
  yield inOrder(held);
}

async function readRows(
  database: Database,
  accountId: number,
  userIds: readonly string[],
  { postedAt, id }: WindowPosition,
  until: Date,
): Promise<Row[]> {
  const { rows } = await database.execute(sql`
    select video.id, video.posted_at::text as position, video.canonical_key as key, video.author_unique_id as author,
      round(date_part('epoch', video.posted_at) * 1000000) as microseconds,
      video.hashtags, video.sound_id, video.sound_title, video.summary, link.trend_id
    from (
      select * from ${tiktokVideos}
      where author_unique_id = any(${sql.param(userIds)}::text[])
        and posted_at >= ${postedAt}::timestamptz and posted_at <= ${until.toISOString()}::timestamptz
        and (posted_at, id) > (${postedAt}::timestamptz, ${id}::bigint)
      order by posted_at, id limit ${BATCH_ROWS}
    ) video
    left join ${trendVideos} link on link.account_id = ${accountId}
      and link.video_id = substr(video.canonical_key, ${VIDEO_KEY.length + 1}::int)
    order by video.posted_at, video.id`);
  return z.array(rowSchema).parse(rows);
}

function inOrder(rows: readonly Row[]): WindowVideo[] {
  return rows
    .flatMap(({ id, position, key, microseconds, ...row }) => {
      const number = NUMBERED.exec(key)?.[1];
      return number === undefined ? [] : [{ ...row, number, posted: postedOf({ microseconds }) }];
    })
    .sort((one, other) => one.posted - other.posted || compareNumbers(one.number, other.number));
}

function postedOf({ microseconds }: Pick<Row, 'microseconds'>): number {
  return Math.floor(microseconds / 1_000);
}

/** Compares digits that exceed JavaScript's exact numbers. */
function compareNumbers(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
