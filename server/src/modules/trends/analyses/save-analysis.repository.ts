/**
 * Writes the results of an analysis, in one transaction with the end of its task, so that a lost or cancelled task saves
 * nothing. Only differences are written: a second analysis of the same videos changes no row.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { tiktokVideos } from '../../../schema/data-tables.table.ts';
import { trends, trendVideos } from '../../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../../sources/tiktok/video-id.ts';
import type { FoundTrends } from '../../../trends/analysis/found-trends.ts';
import { emptyDigest, refreshDigests } from '../trend-digest.repository.ts';
import { joinTrends, lockTrends } from '../trends.repository.ts';

export interface FoundInAccount {
  readonly workspaceId: WorkspaceId;
  /** The ids of known trends, by the engine's number of a trend. */
  readonly knownIds: readonly number[];
  readonly found: FoundTrends;
}

/** @param signal checked between statements @returns how many videos were linked; videos deleted in the meantime are not */
export async function saveTrends(
  transaction: Connection,
  { workspaceId, knownIds, found }: FoundInAccount,
  signal: AbortSignal,
): Promise<number> {
  // The trends are locked until the end, so that none that gets a video is removed. The oldest come first, as everywhere,
  // to avoid deadlocks.
  const affected = [...found.affected].flatMap((trend) => knownIds[trend] ?? []);
  const held = new Map((await lockTrends(transaction, workspaceId, affected)).map((row) => [row.id, row]));
  const createdIds = await addTrends(transaction, workspaceId, found, signal);
  const ids = [...knownIds];
  found.createdTrends.forEach((trend, index) => {
    ids[trend] = createdIds[index] ?? 0;
  });
  const idOf = (trend: number): number => ids[trend] ?? 0;
  const touched = new Set(createdIds);
  const isHeld = new Set([...held.keys(), ...createdIds]);
  const linked = await addLinks(
    transaction,
    workspaceId,
    found,
    (trend) => (isHeld.has(idOf(trend)) ? idOf(trend) : null),
    signal,
  );
  for (const { trends: numbers } of found.links) for (const trend of numbers) touched.add(idOf(trend));

  for (const [into, pairs] of Map.groupBy(found.merged, ({ into }) => into)) {
    const survivor = held.get(idOf(into));
    if (survivor === undefined) continue;
    const others = pairs.flatMap(({ from }) => held.get(idOf(from)) ?? []);
    // The rule is that of a merge by hand: a name given by a person stays, and the result is hidden only if all of them
    // were.
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
      workspaceId,
      survivor.id,
      others.map(({ id }) => id),
    );
    touched.add(survivor.id);
    signal.throwIfAborted();
  }
  await update(transaction, workspaceId, found, knownIds, signal);
  await explain(transaction, workspaceId, found, knownIds, signal);
  await refreshDigests(transaction, [...touched]);
  await dropEmpty(transaction, createdIds);
  return linked;
}

/** @returns the ids of the new trends, in their order */
async function addTrends(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { createdRows }: FoundTrends,
  signal: AbortSignal,
): Promise<number[]> {
  const ids: number[] = [];
  for (const rows of createdRows) {
    // Ids are given out in the order of the rows.
    const { rows: added } = await transaction.execute<{ id: string }>(sql`
      insert into ${trends} (account_id, name, first_seen_at, last_seen_at, centroid, reasons, centre_video_id, digest)
      select ${workspaceId}, input.name, input.seen, input.seen, input.centroid, input.reasons, input.centre,
        ${JSON.stringify(emptyDigest)}::jsonb
      from jsonb_to_recordset(${rows}::jsonb)
        input (trend int, name text, seen timestamptz, centroid jsonb, reasons jsonb, centre text)
      order by input.trend
      returning id`);
    ids.push(...added.map(({ id }) => Number(id)).sort((one, other) => one - other));
    signal.throwIfAborted();
  }
  return ids;
}

/** @param idOf null: the trend is gone @returns how many videos were linked */
async function addLinks(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { links }: FoundTrends,
  idOf: (trend: number) => number | null,
  signal: AbortSignal,
): Promise<number> {
  let linked = 0;
  for (const { videoIds, trends: numbers } of links) {
    const trendIds = Array.from(numbers, idOf);
    const { rowCount } = await transaction.execute(sql`
      insert into ${trendVideos} (account_id, video_id, trend_id, author_unique_id, video_url, posted_at)
      select ${workspaceId}, found.video_id, found.trend_id, video.author_unique_id, video.video, video.posted_at
      from unnest(${videoIds}::text[], ${sql.param(trendIds)}::bigint[]) found (video_id, trend_id)
      join ${tiktokVideos} video on video.canonical_key = ${VIDEO_KEY} || found.video_id
      where found.trend_id is not null
      on conflict (account_id, video_id) do nothing`);
    linked += rowCount ?? 0;
    signal.throwIfAborted();
  }
  return linked;
}

/** Updates time, centroid and name of known trends. A name given by a person stays. */
async function update(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { updatedRows }: FoundTrends,
  knownIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const rows of updatedRows) {
    await transaction.execute(sql`
      update ${trends} set
        last_seen_at = input.seen,
        centroid = input.centroid,
        name = case when input.is_named and not trends.is_renamed then input.name else trends.name end
      from jsonb_to_recordset(${rows}::jsonb)
        input (trend int, is_named boolean, name text, seen timestamptz, centroid jsonb)
      where trends.id = ${idOfInput(knownIds)} and trends.account_id = ${workspaceId}`);
    signal.throwIfAborted();
  }
}

/** Updates changed reasons of known trends, and names trends that have no name. */
async function explain(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { explainedRows }: FoundTrends,
  knownIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const rows of explainedRows) {
    await transaction.execute(sql`
      update ${trends} set
        reasons = input.reasons,
        centre_video_id = input.centre,
        name = case when is_renamed then trends.name else coalesce(trends.name, input.name) end
      from jsonb_to_recordset(${rows}::jsonb) input (trend int, name text, reasons jsonb, centre text)
      where trends.id = ${idOfInput(knownIds)} and trends.account_id = ${workspaceId}
        and (trends.reasons is distinct from input.reasons or trends.centre_video_id is distinct from input.centre
          or (trends.name is null and input.name is not null and not trends.is_renamed))`);
    signal.throwIfAborted();
  }
}

/** The database counts from 1. */
function idOfInput(knownIds: readonly number[]): SQL {
  return sql`(${sql.param(knownIds)}::bigint[])[input.trend + 1]`;
}

/** Removes new trends whose videos were all deleted while the analysis ran. */
async function dropEmpty(transaction: Connection, trendIds: readonly number[]): Promise<void> {
  await transaction.execute(sql`
    delete from ${trends} where id = any(${sql.param(trendIds)}::bigint[])
      and not exists (select from ${trendVideos} link where link.trend_id = trends.id)`);
}
