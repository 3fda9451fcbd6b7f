/**
 * Writes the results of an analysis, in one transaction with the end of its task, so that a lost or cancelled task saves
 * nothing. Only differences are written: a second analysis of the same videos changes no row.
 */
import type { Trend } from '@leadloom/shared/contract/trends';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { inBatches } from '../../../database/in-batches.ts';
import type { AnalysisResult } from '../../../trends/analysis/analyze-videos.ts';
import type { Centroid } from '../../../trends/identity/centroids.ts';
import { tiktokVideos } from '../../tables/data-tables.table.ts';
import { emptyDigest, refreshDigests } from '../trend-digest.repository.ts';
import { joinTrends, lockTrendRows } from '../trends.repository.ts';
import { trends, trendVideos } from '../trends.table.ts';
import { VIDEO_KEY } from './video-window.repository.ts';

const DAY = 86_400_000;
const TRENDS_AT_ONCE = 500;
const LINKS_AT_ONCE = 5_000;

export interface FoundTrends {
  readonly accountId: number;
  /** By row. */
  readonly videoIds: readonly string[];
  /** By the engine's number of a trend: the known trends. */
  readonly knownIds: readonly number[];
  readonly result: Pick<AnalysisResult, 'changes' | 'explanations'>;
  readonly soundTitles: ReadonlyMap<string, string>;
}

/** @param signal checked between statements @returns how many videos were linked; videos deleted in the meantime are not */
export async function saveTrends(transaction: Connection, found: FoundTrends, signal: AbortSignal): Promise<number> {
  const { accountId, knownIds, result } = found;
  const { created, merged } = result.changes;
  const ids = [...knownIds];
  // Locked until the end, so that no trend that gets a video is removed. Oldest first, as everywhere, to avoid deadlocks.
  const held = new Map((await lockTrendRows(transaction, accountId, affectedIds(found))).map((row) => [row.id, row]));
  for (const some of inBatches(created, TRENDS_AT_ONCE)) {
    const rows = some.map(({ name, lastSeen, centroid }) => ({
      accountId,
      name,
      firstSeenAt: momentOf(lastSeen),
      lastSeenAt: momentOf(lastSeen),
      centroid: storedCentroid(centroid),
      reasons: [],
      digest: emptyDigest,
    }));
    const added = await transaction.insert(trends).values(rows).returning({ id: trends.id });
    some.forEach(({ trend }, index) => {
      const id = added[index]?.id;
      if (id !== undefined) ids[trend] = id;
    });
    signal.throwIfAborted();
  }
  const idOf = (trend: number): number => ids[trend] ?? 0;
  const touched = new Set(created.map(({ trend }) => idOf(trend)));
  const linked = await addLinks(transaction, found, ids, touched, signal);

  for (const [into, pairs] of Map.groupBy(merged, ({ into }) => into)) {
    const survivor = held.get(idOf(into));
    if (survivor === undefined) continue;
    const others = pairs.flatMap(({ from }) => held.get(idOf(from)) ?? []);
    // As in a merge by hand: a name given by a person stays, and the result is hidden only if all of them were.
    const all = [survivor, ...others];
    const given = all.find(({ isRenamed, name }) => isRenamed && name !== null);
    const kept = given === undefined ? {} : { name: given.name, isRenamed: true };
    const isHidden = all.every((trend) => trend.isHidden);
    await transaction
      .update(trends)
      .set({ ...kept, isHidden })
      .where(eq(trends.id, survivor.id));
    await joinTrends(
      transaction,
      accountId,
      survivor.id,
      others.map(({ id }) => id),
    );
    touched.add(survivor.id);
    signal.throwIfAborted();
  }
  await update(transaction, found, ids, signal);
  await explain(transaction, found, ids, signal);
  await refreshDigests(transaction, [...touched]);
  await dropEmpty(
    transaction,
    created.map(({ trend }) => idOf(trend)),
  );
  return linked;
}

/** The known trends that the result affects. */
function affectedIds({ knownIds, result: { changes, explanations } }: FoundTrends): number[] {
  const numbers = new Set([
    ...explanations.map(({ trend }) => trend),
    ...changes.updated.map(({ trend }) => trend),
    ...changes.merged.flatMap(({ from, into }) => [from, into]),
  ]);
  for (const trend of changes.newLinks) numbers.add(trend);
  return [...numbers].flatMap((number) => knownIds[number] ?? []);
}

/** @param touched collects every trend that has a new video @returns how many videos were linked */
async function addLinks(
  transaction: Connection,
  { accountId, videoIds, result }: FoundTrends,
  ids: readonly number[],
  touched: Set<number>,
  signal: AbortSignal,
): Promise<number> {
  const rows: number[] = [];
  result.changes.newLinks.forEach((trend, row) => {
    if (trend >= 0) rows.push(row);
  });
  let linked = 0;
  for (const some of inBatches(rows, LINKS_AT_ONCE)) {
    const videos = some.map((row) => videoIds[row] ?? '');
    const trendIds = some.map((row) => ids[result.changes.newLinks[row] ?? -1] ?? 0);
    const { rowCount } = await transaction.execute(sql`
      insert into ${trendVideos} (account_id, video_id, trend_id, author_unique_id, video_url, posted_at)
      select ${accountId}, found.video_id, trend.id, video.author_unique_id, video.video, video.posted_at
      from unnest(${sql.param(videos)}::text[], ${sql.param(trendIds)}::bigint[]) found (video_id, trend_id)
      join ${tiktokVideos} video on video.canonical_key = ${VIDEO_KEY} || found.video_id
      join ${trends} trend on trend.id = found.trend_id and trend.account_id = ${accountId}
      on conflict (account_id, video_id) do nothing`);
    linked += rowCount ?? 0;
    for (const id of trendIds) touched.add(id);
    signal.throwIfAborted();
  }
  return linked;
}

/** Updates time, centroid and name of known trends. A name given by a person stays. */
async function update(
  transaction: Connection,
  { accountId, result }: FoundTrends,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const some of inBatches(result.changes.updated, TRENDS_AT_ONCE)) {
    const rows = some.map(({ trend, name, lastSeen, centroid, isRenamed }) => ({
      id: ids[trend] ?? 0,
      is_named: isRenamed,
      name,
      seen: momentOf(lastSeen),
      centroid: storedCentroid(centroid),
    }));
    await transaction.execute(sql`
      update ${trends} set
        last_seen_at = input.seen,
        centroid = input.centroid,
        name = case when input.is_named and not trends.is_renamed then input.name else trends.name end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        input (id bigint, is_named boolean, name text, seen timestamptz, centroid jsonb)
      where trends.id = input.id and trends.account_id = ${accountId}`);
    signal.throwIfAborted();
  }
}

/** Updates changed reasons of trends, and names trends that have no name. */
async function explain(
  transaction: Connection,
  { accountId, videoIds, result, soundTitles }: FoundTrends,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const some of inBatches(result.explanations, TRENDS_AT_ONCE)) {
    const rows = some.map(({ trend, name, explanation: { terms, center } }) => ({
      id: ids[trend] ?? 0,
      name,
      reasons: terms.map(({ term, coverage, share }) => ({ ...describeTerm(term, soundTitles), coverage, share })),
      centre: videoIds[center] ?? null,
    }));
    await transaction.execute(sql`
      update ${trends} set
        reasons = input.reasons,
        centre_video_id = input.centre,
        name = case when is_renamed then trends.name else coalesce(trends.name, input.name) end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) input (id bigint, name text, reasons jsonb, centre text)
      where trends.id = input.id and trends.account_id = ${accountId}
        and (trends.reasons is distinct from input.reasons or trends.centre_video_id is distinct from input.centre
          or (trends.name is null and input.name is not null and not trends.is_renamed))`);
    signal.throwIfAborted();
  }
}

/** Removes new trends whose videos were all deleted while the analysis ran. */
async function dropEmpty(transaction: Connection, trendIds: readonly number[]): Promise<void> {
  for (const some of inBatches(trendIds, TRENDS_AT_ONCE)) {
    const held = transaction
      .select({ id: trendVideos.trendId })
      .from(trendVideos)
      .where(inArray(trendVideos.trendId, [...some]));
    await transaction.delete(trends).where(and(inArray(trends.id, [...some]), sql`${trends.id} not in (${held})`));
  }
}

export function describeTerm(
  term: string,
  soundTitles: ReadonlyMap<string, string>,
): Pick<Trend['reasons'][number], 'kind' | 'text'> {
  if (term.startsWith('#')) return { kind: 'hashtag', text: term.slice(1) };
  if (!term.startsWith('~')) return { kind: 'word', text: term };
  return { kind: 'sound', text: soundTitles.get(term) ?? term.replace(/^~+/, '') };
}

function storedCentroid(centroid: Centroid): [string, number][] {
  return centroid.map(({ term, weight }) => [term, weight]);
}

/** @param days since 1970 */
function momentOf(days: number): Date {
  return new Date(Math.round(days * DAY));
}
