/**
 * A visit of TikTok users: up to fifty in one search, because a request for one user counts as much as one for all. The
 * first of them is the leader; the state of the search is stored with it.
 */
import type { TikTokAdapter } from '../../../sources/adapters.ts';
import { SourceError } from '../../../sources/source-error.ts';
import { dayOf } from './daily-requests.ts';
import type { Collected, Turn } from './turn.ts';
import { readUsersState, type UsersVisitState } from './visit-state.ts';
import { type ClaimedSource, claimDue, type VisitGroup } from './visits.repository.ts';

const MAX_USERS = 50;
/** Fifty users post far fewer videos in a month. */
const MAX_PAGES = 1_000;
const DAY = 24 * 3600 * 1000;
const FIRST_VISIT_DAYS = 30;
/** Searches find videos some time after they were posted. */
const OVERLAP_DAYS = 1;

/** @returns false: none is due */
export async function visitNextUsers(turn: Turn, adapter: TikTokAdapter): Promise<boolean> {
  const sources = await claimDue(turn.database, turn.lease, turn.now(), (leader) => groupOf(leader, turn.now()));
  if (sources.length === 0) return false;
  try {
    await visit(turn, adapter, sources);
  } catch (error) {
    await turn.settleFault(error, sources);
  }
  return true;
}

/**
 * The users who are visited together: half as many after each failure, so that one user who causes failures is soon visited
 * alone.
 */
function groupOf(leader: ClaimedSource, now: Date): VisitGroup {
  const begun = readUsersState(leader.visitState, now);
  return begun === null ? { atMost: (MAX_USERS >> Math.min(leader.failures, 10)) - 1 } : { names: begun.names };
}

async function visit(turn: Turn, adapter: TikTokAdapter, sources: readonly ClaimedSource[]): Promise<void> {
  const [leader] = sources;
  if (leader === undefined) return;
  const begun = readUsersState(leader.visitState, turn.now());
  const begunAt = begun?.begunAt ?? turn.now().toISOString();
  const names = begun?.names ?? sources.map(({ key }) => key);
  const since = begun?.since ?? firstDay(sources, turn.now()).toISOString();
  let position = begun?.at ?? null;
  for (let pages = 0; ; pages += 1) {
    if (pages === MAX_PAGES) throw new SourceError('failed', `more than ${MAX_PAGES} pages`, { isOfNetwork: false });
    const at: UsersVisitState['at'] | null = position;
    const page = await turn.ask((signal) => adapter.visitUsers(names, { position: at, since: new Date(since), signal }));
    const stored = page.next ?? at;
    await turn.keepPage(
      page,
      leader.id,
      stored === null ? null : ({ begunAt, at: stored, names, since } satisfies UsersVisitState),
    );
    if (page.next === null) break;
    position = page.next;
  }
  const { collected, fault } = await readFollowers(turn, adapter, sources, new Date(begunAt));
  await turn.settleCollected(collected);
  if (fault !== null) await turn.settleFault(fault, []);
}

function firstDay(sources: readonly ClaimedSource[], now: Date): Date {
  const days = sources.map(({ seenUntil }) =>
    seenUntil === null ? now.getTime() - FIRST_VISIT_DAYS * DAY : seenUntil.getTime() - OVERLAP_DAYS * DAY,
  );
  return new Date(Math.min(...days));
}

interface Followers {
  readonly collected: readonly Collected[];
  /** A fault of the network; null: none. */
  readonly fault: SourceError | null;
}

/** Reads followers once per day and user. A fault of the network ends it; the videos stay collected. */
async function readFollowers(
  turn: Turn,
  adapter: TikTokAdapter,
  sources: readonly ClaimedSource[],
  seenUntil: Date,
): Promise<Followers> {
  let networkFault: SourceError | null = null;
  const collected: Collected[] = [];
  for (const source of sources) {
    const isFirstToday = source.lastCollectedAt === null || dayOf(source.lastCollectedAt) !== dayOf(turn.now());
    const isRequested: boolean = isFirstToday && networkFault === null;
    const answer: number | SourceError | null = isRequested ? await readFollowerCount(turn, adapter, source.key) : null;
    if (answer instanceof SourceError && answer.isOfNetwork) networkFault = answer;
    const fault = answer instanceof SourceError && !answer.isOfNetwork && answer.fault !== 'failed' ? answer : null;
    const followerCount = typeof answer === 'number' ? answer : null;
    collected.push({ source, seenUntil, displayName: null, followerCount, fault });
  }
  return { collected, fault: networkFault };
}

/** @returns null also if the remaining requests of the day are reserved for other purposes */
async function readFollowerCount(turn: Turn, adapter: TikTokAdapter, name: string): Promise<number | SourceError | null> {
  if (!(await turn.mayAsk('followers'))) return null;
  try {
    return await turn.ask((signal) => adapter.readFollowerCount(name, signal));
  } catch (error) {
    turn.lease.signal.throwIfAborted();
    if (error instanceof SourceError) return error;
    throw error;
  }
}
