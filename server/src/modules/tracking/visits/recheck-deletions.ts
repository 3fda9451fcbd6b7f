/**
 * Checks every visited post and video of the last month once a day, a hundred at a time, and removes those that the network
 * has deleted. The state is saved, so that a restarted server continues where it stopped.
 */
import { z } from 'zod';
import { SourceError } from '../../../sources/source-error.ts';
import { listVisitedSince } from './posts.repository.ts';
import { networkTables } from './row-ids.ts';
import type { Turn } from './turn.ts';
import { readRecheck, saveRecheck } from './visits.repository.ts';

const DAY = 24 * 3600 * 1000;
const WATCHED_DAYS = 30;
const BATCH_ROWS = 100;

const recheckStateSchema = z.object({
  begunAt: z.iso.datetime(),
  after: z.object({ postedAt: z.string(), id: z.int() }),
});

/** @returns the ids that were deleted or removed */
export type FindGone = (ids: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;

export function isRecheckDue({ state, doneAt }: Awaited<ReturnType<typeof readRecheck>>, now: Date): boolean {
  if (state !== null || doneAt === null) return true;
  const age = now.getTime() - doneAt.getTime();
  // A check that seems to be done later was noted by a clock that was ahead.
  return age >= DAY || age < -DAY;
}

/** Checks one batch. @returns false if none is due, or the remaining requests of the day are reserved for visits */
export async function recheckNext(turn: Turn, findGone: FindGone): Promise<boolean> {
  const { database, network, lease, now } = turn;
  const known = await readRecheck(database, network);
  if (!isRecheckDue(known, now()) || !(await turn.mayAsk('deletions'))) return false;
  const state = recheckStateSchema.safeParse(known.state).data ?? null;
  const begunAt = state?.begunAt ?? now().toISOString();
  const since = new Date(now().getTime() - WATCHED_DAYS * DAY);
  const rows = await listVisitedSince(database, network, { since, after: state?.after ?? null, limit: BATCH_ROWS });
  const ids = rows.flatMap(({ key }) => networkTables[network].idOf(key) ?? []);
  if (ids.length > 0) turn.metrics.removed(network, await turn.removeGone(await ask(turn, findGone, ids), lease));
  const last = rows.at(-1);
  if (last === undefined || rows.length < BATCH_ROWS) {
    await saveRecheck(database, lease, { state: null, doneAt: new Date(begunAt) });
  } else {
    const after = { postedAt: last.postedAt, id: last.id };
    await saveRecheck(database, lease, { state: { begunAt, after } satisfies z.infer<typeof recheckStateSchema>, doneAt: null });
  }
  return true;
}

/** A batch that fails is checked again tomorrow. @throws {SourceError} for faults of the network */
async function ask(turn: Turn, findGone: FindGone, ids: readonly string[]): Promise<readonly string[]> {
  try {
    return await turn.ask((signal) => findGone(ids, signal));
  } catch (error) {
    if (!(error instanceof SourceError) || error.isOfNetwork) throw error;
    turn.log.warn({ err: error, network: turn.network }, 'some rows could not be checked for deletion');
    return [];
  }
}
