/**
 * Combines one section from all sources: first the list in the profile response, whose dates are numbers. If it is cut
 * or absent, the typed rows of the section take its place, and nothing rendered is mixed with them. Without them,
 * rendered lists fill gaps and continue it; cards only if nothing else is available. It also determines
 * how much of the section is known: positions that none of the lists covers are missing.
 */
import type { ComponentRow } from './component-rows.ts';
import type { SectionList } from './component-sections.ts';
import type { Listing } from './entity-index.ts';
import { type Joining, joinRows } from './join-rows.ts';
import { listState } from './paging.ts';
import type { SectionState } from './parsed-profile.ts';
import { MAX_ROWS, type ReadList } from './positions.ts';
import type { PositionedRow } from './row-position.ts';
import type { TypedRows } from './typed-rows.ts';

export interface CombinedSection<Row> {
  /** Rows in LinkedIn's order. */
  readonly rows: readonly PositionedRow<Row>[];
  readonly state: SectionState;
  /** Rows that exist beyond these; null if no response says. */
  readonly missing: number | null;
  /** The position at which the list continues; null if nothing is known to follow. */
  readonly nextStart: number | null;
}

interface Sources<Row> {
  readonly own: ReadList<Row>;
  /** The whole section as typed rows; null without them. */
  readonly typed: TypedRows<Row>;
  readonly lists: readonly SectionList[];
  /** Called only if there is no other source: cards hold the first rows of the same list. */
  readonly readCards: () => readonly ComponentRow[];
  readonly readRows: (rows: readonly ComponentRow[], start: number) => readonly PositionedRow<Row>[];
  readonly joining: Joining<Row>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export function combineSection<Row>({ own, typed, lists, readCards, readRows, joining }: Sources<Row>): CombinedSection<Row> {
  const isOwnWhole = own.listing !== undefined && listState(own.listing).missing === 0 && own.missingInside === 0;
  const isOwnUsable = isOwnWhole && own.rows.length > 0;
  if (typed !== null && !isOwnUsable) return { rows: typed, state: 'complete', missing: 0, nextStart: null };
  let rows = own.rows.slice(0, MAX_ROWS);
  for (const list of lists) {
    rows = joinRows(rows, readRows(list.rows, list.listing.start), joining, !isOwnUsable).slice(0, MAX_ROWS);
  }
  const cards = rows.length === 0 ? readCards() : [];
  const cardRows = readRows(cards, 0).slice(0, MAX_ROWS);
  const listings = [own.listing, ...lists.map((list) => list.listing)].filter((listing) => listing !== undefined);
  const totals = listings.map((listing) => listing.total).filter((total) => total !== null);
  const total = totals.length === 0 ? null : Math.max(...totals);
  if (cardRows.length > 0) {
    const beyond = total === null ? null : Math.max(0, total - cards.length);
    return { rows: cardRows, state: 'truncated', missing: beyond, nextStart: 0 };
  }
  const inside = missingInside(own, lists);
  if (total === null) return withoutTotal(rows, listings, inside);
  const gap = uncovered([...ownSpan(own), ...lists.map((list) => spanOf(list.listing, list.rows.length))], total);
  const missing = gap.count + inside;
  if (missing === 0) return { rows, state: 'complete', missing, nextStart: null };
  // If rows cannot be read, requesting them again would not help.
  const isStuck = lists.some((list) => list.rows.length === 0);
  const isPaged = gap.count === 0 || listings.some((listing) => listState(listing).state === 'truncated');
  return { rows, state: isPaged ? 'truncated' : 'unparsed', missing, nextStart: isStuck ? null : gap.next };
}

function withoutTotal<Row>(
  rows: readonly PositionedRow<Row>[],
  listings: readonly Listing[],
  inside: number,
): CombinedSection<Row> {
  const states = listings.map((listing) => listState(listing));
  const dangling = states.reduce((sum, { missing }) => sum + (missing ?? 0), 0);
  const missing = dangling + inside;
  if (rows.length === 0) {
    const state = states.some(({ state }) => state !== 'missing') ? 'unparsed' : 'missing';
    return { rows, state, missing: missing === 0 ? null : missing, nextStart: null };
  }
  return missing === 0
    ? { rows, state: 'complete', missing: null, nextStart: null }
    : { rows, state: dangling > 0 ? 'unparsed' : 'truncated', missing, nextStart: null };
}

/** Both kinds of source count the same roles; the one that lacks fewer is right. */
function missingInside<Row>(own: ReadList<Row>, lists: readonly SectionList[]): number {
  const rendered = lists.flatMap((list) => list.rows).reduce((sum, row) => sum + row.missingInner, 0);
  if (own.listing === undefined || own.listing.items.length === 0) return rendered;
  return lists.length === 0 ? own.missingInside : Math.min(own.missingInside, rendered);
}

function ownSpan<Row>(own: ReadList<Row>): readonly Span[] {
  return own.listing === undefined ? [] : [spanOf(own.listing, own.listing.items.length)];
}

function spanOf(listing: Listing, read: number): Span {
  return { from: listing.start, to: listing.start + read };
}

/**
 * `next`: the first position after the earliest page that no page covers; null if nothing follows. Positions
 * before that page have been requested already.
 */
function uncovered(spans: readonly Span[], total: number): { readonly count: number; readonly next: number | null } {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  let covered = 0;
  let end = sorted[0]?.from ?? 0;
  let next: number | null = null;
  for (const span of sorted) {
    const to = Math.min(span.to, total);
    if (span.from > end) next ??= end;
    covered += Math.max(0, to - Math.max(span.from, end));
    end = Math.max(end, to);
  }
  return { count: Math.max(0, total - covered), next: next ?? (end < total ? end : null) };
}
