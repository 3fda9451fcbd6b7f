/**
 * Once a day every post and video that a visit brought and that is younger than a month is asked for again, a
 * hundred at a time: what was deleted where it came from goes here as well. Where it stands is kept, so a
 * server that was stopped goes on there.
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

/** @returns those that are deleted or removed */
export type FindGone = (ids: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;

export function isRecheckDue({ state, doneAt }: Awaited<ReturnType<typeof readRecheck>>, now: Date): boolean {
  return state !== null || doneAt === null || now.getTime() - doneAt.getTime() >= DAY;
}

/** One batch. @returns false: none is due, or visits need what is left of the day */
export async function recheckNext(turn: Turn, findGone: FindGone): Promise<boolean> {
  const { database, network, lease, now } = turn;
  const known = await readRecheck(database, network);
  if (!isRecheckDue(known, now()) || !(await turn.mayAsk('deletions'))) return false;
  const state = recheckStateSchema.safeParse(known.state).data ?? null;
  const begunAt = state?.begunAt ?? now().toISOString();
  const since = new Date(now().getTime() - WATCHED_DAYS * DAY);
  const rows = await listVisitedSince(database, network, { since, after: state?.after ?? null, limit: BATCH_ROWS });
  const ids = rows.flatMap(({ key }) => networkTables[network].idOf(key) ?? []);
  if (ids.length > 0) turn.figures.removed(network, await turn.removeGone(await ask(turn, findGone, ids), lease));
  const last = rows.at(-1);
  if (last === undefined || rows.length < BATCH_ROWS) {
    await saveRecheck(database, lease, { state: null, doneAt: new Date(begunAt) });
  } else {
    const after = { postedAt: last.postedAt, id: last.id };
    await saveRecheck(database, lease, { state: { begunAt, after } satisfies z.infer<typeof recheckStateSchema>, doneAt: null });
  }
  return true;
}

/** A batch that cannot be asked for is looked at tomorrow; what is the matter with the network is said by who called. */
async function ask(turn: Turn, findGone: FindGone, ids: readonly string[]): Promise<readonly string[]> {
  try {
    return await turn.ask((signal) => findGone(ids, signal));
  } catch (error) {
    if (!(error instanceof SourceError) || error.isOfNetwork) throw error;
    turn.log.warn({ err: error, network: turn.network }, 'some rows could not be checked for deletion');
    return [];
  }
}
