/** A visit of one subreddit: its newest posts, page by page, until posts that are known and a day old. */
import type { RedditAdapter, SourceRecord } from '../../../sources/adapters.ts';
import { SourceError } from '../../../sources/source-error.ts';
import type { Turn } from './turn.ts';
import { readSubredditState, type SubredditVisitState } from './visit-state.ts';
import { type ClaimedSource, claimDue } from './visits.repository.ts';

/** Posts are refreshed until they are a day old, when most of their votes and comments are in. */
const REFRESHED_MILLISECONDS = 24 * 3_600_000;
/** Reddit's lists end after about ten. */
const MAX_PAGES = 50;

/** @returns false: none is due */
export async function visitNextSubreddit(turn: Turn, adapter: RedditAdapter): Promise<boolean> {
  const [source] = await claimDue(turn.database, turn.lease, turn.now());
  if (source === undefined) return false;
  try {
    await visit(turn, adapter, source);
  } catch (error) {
    await turn.settleFault(error, [source]);
  }
  return true;
}

async function visit(turn: Turn, adapter: RedditAdapter, source: ClaimedSource): Promise<void> {
  const { id, seenUntil } = source;
  const begun = readSubredditState(source.visitState, turn.now());
  const settledUntil = turn.now().getTime() - REFRESHED_MILLISECONDS;
  const knownUntil = seenUntil === null ? null : new Date(Math.min(seenUntil.getTime(), settledUntil));
  const begunAt = begun?.begunAt ?? turn.now().toISOString();
  let position: SubredditVisitState['at'] | null = begun?.at ?? null;
  let newest = begun?.newest ?? null;
  let displayName: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const at: SubredditVisitState['at'] | null = position;
    const page = await turn.ask((signal) =>
      adapter.visitSubreddit(source.displayName, { position: at, seenUntil: knownUntil, signal }),
    );
    displayName = page.displayName ?? displayName;
    newest = latestPost(newest, page.records);
    // The last page keeps the state; it is cleared when the visit ends.
    const stored = page.next ?? at;
    await turn.keepPage(page, id, stored === null ? null : ({ begunAt, at: stored, newest } satisfies SubredditVisitState));
    if (page.next === null) {
      const seen = newest === null || (seenUntil !== null && seenUntil >= new Date(newest)) ? null : new Date(newest);
      await turn.settleCollected([{ source, seenUntil: seen, displayName, followerCount: null, fault: null }]);
      return;
    }
    position = page.next;
  }
  throw new SourceError('failed', `more than ${MAX_PAGES} pages`, { isOfNetwork: false });
}

function latestPost(newest: string | null, records: readonly SourceRecord[]): string | null {
  return records.reduce<string | null>((latest, { posted_at: postedAt }) => {
    if (typeof postedAt !== 'string' || Number.isNaN(Date.parse(postedAt))) return latest;
    const time = new Date(postedAt).toISOString();
    return latest === null || time > latest ? time : latest;
  }, newest);
}
