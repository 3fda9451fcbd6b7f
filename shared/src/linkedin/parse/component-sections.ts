/**
 * Finds the rendered lists of a section in all responses: lists that a root references, pages of a list, and
 * the profile page's cards. The URN of a list names its section and owner. Plain responses have no URN; their
 * slot determines the section.
 */

import { type ComponentRow, listingOfPagedList, readRows } from './component-rows.ts';
import type { EntityIndex, Listing } from './entity-index.ts';
import { arrayOf, at, isObject, type JsonObject } from './json-value.ts';
import type { JsonPayload } from './payload.ts';
import { listNameOf, ownerIdOf } from './urn.ts';

export type RowSection = 'experience' | 'education';

export interface SectionList {
  readonly section: RowSection;
  readonly rows: readonly ComponentRow[];
  readonly listing: Listing;
  /** null for a page whose response does not repeat it. */
  readonly urn: string | null;
}

export interface SectionRows {
  readonly lists: readonly SectionList[];
  /** The first rows of a section from the profile page's cards, without a total. Read on demand. */
  readonly readCards: (section: RowSection) => readonly ComponentRow[];
}

export interface SlottedPayload {
  readonly slot: string;
  readonly payload: JsonPayload;
}

const SLOTS: Readonly<Record<string, RowSection>> = { ex: 'experience', ed: 'education' };
const LISTS_AND_CARDS = 'urn:li:fsd_profile';
const CARDS = 'urn:li:fsd_profileCard:';
const MAX_LISTS = 64;
const MAX_COMPONENTS = 1_000;

export function findSections(index: EntityIndex, payloads: readonly SlottedPayload[], memberId: string): SectionRows {
  const lists: SectionList[] = [];
  const seen = new Set<JsonObject>();
  const addList = (list: JsonObject | undefined, urn: string | null, slot: string): void => {
    if (list === undefined || seen.has(list) || lists.length >= MAX_LISTS) return;
    seen.add(list);
    const owner = ownerIdOf(urn);
    const section = sectionOf(urn, slot);
    const listing = listingOfPagedList(index, list);
    if (section === null || listing === undefined || (owner !== null && owner !== memberId)) return;
    lists.push({ section, rows: readRows(index, listing.items), listing, urn });
  };

  for (const { slot, payload } of payloads) {
    for (const root of payload.roots) {
      for (const element of (root.elements ?? []).slice(0, MAX_COMPONENTS)) {
        const components = at(element, 'components');
        if (!isObject(components)) continue;
        const urn = index.referenceUrn(components, 'pagedListComponent');
        addList(index.reference(components, 'pagedListComponent'), urn, slot);
      }
      // A page of a list: its rows are direct members of the root.
      const section = Object.hasOwn(SLOTS, slot) ? SLOTS[slot] : undefined;
      if (section !== undefined && root.value !== null && lists.length < MAX_LISTS) {
        const page = readPage(index, root.value, section);
        if (page !== null) lists.push(page);
      }
    }
  }
  const cards: { readonly section: RowSection; readonly urn: string }[] = [];
  for (const urn of index.urns()) {
    const name = urn.startsWith(LISTS_AND_CARDS) ? listNameOf(urn) : null;
    if (name === null || ownerIdOf(urn) !== memberId) continue;
    if (!urn.startsWith(CARDS)) addList(index.get(urn), urn, '');
    else if (name === 'EXPERIENCE') cards.push({ section: 'experience', urn });
    else if (name === 'EDUCATION') cards.push({ section: 'education', urn });
  }
  const readCards = (section: RowSection): readonly ComponentRow[] =>
    cards
      .filter((card) => card.section === section)
      .map((card) => readCard(index, index.get(card.urn)))
      .reduce(longer, []);
  return { lists, readCards };
}

/** Reads a collection whose members are rows; null if it has none. */
export function readPage(index: EntityIndex, collection: JsonObject, section: RowSection): SectionList | null {
  const listing = index.listingOf(collection);
  const rows = readRows(index, listing?.items ?? []);
  return listing === undefined || rows.length === 0 ? null : { section, rows, listing, urn: null };
}

/** Sub-lists (the roles of one group) belong to their row, not to the section. */
function sectionOf(urn: string | null, slot: string): RowSection | null {
  if (urn === null) return (Object.hasOwn(SLOTS, slot) ? SLOTS[slot] : undefined) ?? null;
  if (urn.includes('fsd_profilePositionGroup')) return null;
  const name = listNameOf(urn);
  if (name?.startsWith('EXPERIENCE')) return 'experience';
  return name?.startsWith('EDUCATION') ? 'education' : null;
}

function readCard(index: EntityIndex, card: JsonObject | undefined): readonly ComponentRow[] {
  const rows: ComponentRow[] = [];
  for (const part of [...arrayOf(card?.topComponents), ...arrayOf(card?.subComponents)].slice(0, MAX_COMPONENTS)) {
    const components = at(part, 'components');
    if (!isObject(components)) continue;
    const fixed = index.reference(components, 'fixedListComponent');
    if (fixed !== undefined) rows.push(...readRows(index, arrayOf(fixed.components).slice(0, MAX_COMPONENTS)));
  }
  return rows;
}

function longer(first: readonly ComponentRow[], second: readonly ComponentRow[]): readonly ComponentRow[] {
  return second.length > first.length ? second : first;
}
