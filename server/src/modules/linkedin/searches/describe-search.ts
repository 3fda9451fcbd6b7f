/** A line that identifies a pending search by its filters and its remaining pages. */
import type { SearchParams } from '@leadloom/shared/contract/linkedin';

const NETWORK_NAMES = { F: '1st', S: '2nd', O: '3rd+' } as const;

/** Places that are named; the others are counted. */
const MAX_NAMED_PLACES = 2;

/**
 * @param searches pages of one search: the filters are read from the first
 * @param labels whole names of places by their numbers; several numbers of one name are one place
 */
export function describeSearch(searches: readonly SearchParams[], labels: ReadonlyMap<string, string> = new Map()): string {
  const [first] = searches;
  if (first === undefined) return 'Search';
  const query = first.peopleSearchQuery.trim();
  const parts = [
    query === '' ? 'People' : `“${query}”`,
    describePlaces(first.locationIds, labels),
    counted(first.currentCompanyIds, 'current company', 'current companies'),
    counted(first.pastCompanyIds, 'past company', 'past companies'),
    counted(first.industryIds, 'industry', 'industries'),
    first.connectionOrders.length === 0
      ? null
      : `${first.connectionOrders.map((order) => NETWORK_NAMES[order]).join(', ')} connections`,
    first.connectionId === null ? null : 'connections of one member',
    describePages(searches.map((search) => search.page)),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** `Oslo, Oslo, Norway or Rome, Latium, Italy or 3 more locations`; `4 locations` where no name is known. */
function describePlaces(ids: readonly string[], labels: ReadonlyMap<string, string>): string | null {
  const known = [...new Set(ids.flatMap((id) => labels.get(id) ?? []))];
  const named = known.slice(0, MAX_NAMED_PLACES);
  if (named.length === 0) return counted(ids, 'location', 'locations');
  const others = [...known.slice(MAX_NAMED_PLACES), ...ids.filter((id) => !labels.has(id))];
  const rest = counted(others, 'more location', 'more locations');
  return [...named, ...(rest === null ? [] : [rest])].join(' or ');
}

function counted(ids: readonly string[], one: string, many: string): string | null {
  if (ids.length === 0) return null;
  return `${ids.length} ${ids.length === 1 ? one : many}`;
}

/** `page 3`, `pages 3–5`, `pages 1, 4–6`. */
function describePages(pages: readonly number[]): string {
  const sorted = [...new Set(pages)].sort((a, b) => a - b);
  const ranges: { first: number; last: number }[] = [];
  for (const page of sorted) {
    const open = ranges.at(-1);
    if (open !== undefined && open.last === page - 1) open.last = page;
    else ranges.push({ first: page, last: page });
  }
  const text = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return `${sorted.length === 1 ? 'page' : 'pages'} ${text}`;
}
