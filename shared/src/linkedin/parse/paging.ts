/**
 * What a list's paging says about rows that were not sent. If the page is full and more rows exist, there is a next page.
 * If the page is not full and more rows exist, LinkedIn left them out, and requesting a next page does not bring them.
 */
import type { Listing } from './entity-index.ts';
import type { SectionState } from './parsed-profile.ts';

export interface ListState {
  readonly state: SectionState;
  /** Rows that exist beyond those read; null if the response does not say. */
  readonly missing: number | null;
}

/** An empty list is `complete` only if its total is 0; without a total it is `missing`. */
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
