/**
 * What a list's paging says about what was not sent. Two signs differ: fewer than exist although a page was
 * filled means there is a next page; fewer than exist on a page that was not filled means the answer was
 * made without them, and asking for a next page brings nothing.
 */
import type { Listing } from './entity-index.ts';
import type { SectionState } from './parsed-profile.ts';

export interface ListState {
  readonly state: SectionState;
  /** Rows that exist beyond those read; null when the answer does not tell. */
  readonly missing: number | null;
}

/** An empty list is `complete` only where its total says 0; without a total it is `missing`. */
export function listState(listing: Listing | undefined): ListState {
  if (listing === undefined) return { state: 'missing', missing: null };
  const read = listing.items.length;
  if (listing.total === null) {
    if (listing.listed === 0) return { state: 'missing', missing: null };
    const dangling = listing.listed - read;
    return dangling === 0 ? { state: 'complete', missing: null } : { state: 'unparsed', missing: dangling };
  }
  const missing = Math.max(0, listing.total - listing.start - read);
  if (missing === 0) return { state: 'complete', missing: 0 };
  const isPageFull = listing.listed > 0 && listing.listed >= (listing.count ?? listing.listed);
  return { state: isPageFull && listing.listed === read ? 'truncated' : 'unparsed', missing };
}
