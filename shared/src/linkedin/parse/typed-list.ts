/**
 * The rows of a section that were requested by resource: LinkedIn's own records, in its order, page by page. A page
 * counts only if the URN of each row names the section and the member. An empty page names nobody, and another
 * section under status 200 names other rows: both count as if nothing had come.
 */
import { SECTION_PAGE_SIZE } from '../build-url.ts';
import type { SlottedPayload } from './component-sections.ts';
import type { EntityIndex, Listing } from './entity-index.ts';
import { at, type JsonObject } from './json-value.ts';
import { MAX_ROWS } from './positions.ts';
import { ownerIdOf, sectionOfRow } from './urn.ts';

export type TypedSection = 'experience' | 'education';

export interface TypedList {
  /** Items from the first row on, without a gap. */
  readonly items: readonly JsonObject[];
  /** Whether all rows that exist are in `items`. */
  readonly isWhole: boolean;
  /** The row to ask for next; null if another request would bring nothing. */
  readonly next: number | null;
}

/** @param payloads all of one parse, whatever slot they came in */
export function readTypedList(
  index: EntityIndex,
  payloads: readonly SlottedPayload[],
  memberId: string,
  section: TypedSection,
): TypedList {
  const pages = payloads
    .flatMap(({ payload }) => payload.roots)
    .filter(({ elements }) => elements !== null && elements.length > 0 && elements.every(isRowOf(section, memberId)))
    .map(({ value }) => (value === null ? undefined : index.listingOf(value)))
    .filter((listing) => listing !== undefined);
  return joinPages(pages);
}

const isRowOf = (section: TypedSection, memberId: string) => (element: unknown) => {
  const urn = typeof element === 'string' ? element : at(element, 'entityUrn');
  return sectionOfRow(urn) === section && ownerIdOf(urn) === memberId;
};

function joinPages(pages: readonly Listing[]): TypedList {
  const items: JsonObject[] = [];
  let isEnd = false;
  for (const page of pages.toSorted((one, other) => one.start - other.start)) {
    if (page.start > items.length) break;
    // Rows that are named and not sent do not come with another request.
    if (page.items.length < page.listed) return { items, isWhole: false, next: null };
    items.push(...page.items.slice(items.length - page.start));
    isEnd = page.total === null ? page.listed < (page.count ?? SECTION_PAGE_SIZE) : items.length >= page.total;
  }
  // The same row twice stands in the place of another one.
  if (new Set(items.map(({ entityUrn }) => entityUrn)).size < items.length) return { items, isWhole: false, next: null };
  if (isEnd) return { items, isWhole: true, next: null };
  return { items, isWhole: false, next: items.length < MAX_ROWS ? items.length : null };
}
