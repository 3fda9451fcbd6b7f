/**
 * Who a people search finds. Looks at a bounded number of members in index order and estimates the rest,
 * so that a search over millions costs the same as one over thousands.
 */
import { employerAt, employerCount } from './career.ts';
import { factsOf, fullName, type Member } from './member.ts';
import type { Network } from './network.ts';
import { traitsOf } from './traits.ts';

/** The network shows at most this many rows of one search, whatever its total says. */
export const RESULT_CEILING = 1000;
const SCAN_LIMIT = 10_000;
const CACHED_SEARCHES = 16;

export interface PeopleQuery {
  readonly keywords: string;
  readonly currentCompany: readonly string[];
  readonly pastCompany: readonly string[];
  readonly geoUrn: readonly string[];
  readonly industry: readonly string[];
  readonly network: readonly string[];
  readonly connectionOf: readonly string[];
}

export interface PeopleResult {
  /** Indices, at most the ceiling. */
  readonly indices: readonly number[];
  /** What the network claims to know of, often far more than it shows. */
  readonly totalResultCount: number;
}

export type PeopleSearch = (query: PeopleQuery) => PeopleResult;

export function createPeopleSearch(network: Network): PeopleSearch {
  const cache = new Map<string, PeopleResult>();
  return (query) => {
    const key = JSON.stringify(query);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const result = scan(network, query);
    const oldest = cache.keys().next().value;
    if (cache.size >= CACHED_SEARCHES && oldest !== undefined) cache.delete(oldest);
    cache.set(key, result);
    return result;
  };
}

function scan(network: Network, query: PeopleQuery): PeopleResult {
  const limit = Math.min(network.memberCount, SCAN_LIMIT);
  const words = query.keywords
    .toLowerCase()
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '');
  const indices: number[] = [];
  let found = 0;
  for (let index = 0; index < limit; index += 1) {
    if (!fitsFilters(network, index, query)) continue;
    if (words.length > 0 && !fitsWords(network.member(index), words)) continue;
    found += 1;
    if (indices.length < RESULT_CEILING) indices.push(index);
  }
  return { indices, totalResultCount: limit === 0 ? 0 : Math.round((found / limit) * network.memberCount) };
}

function fitsFilters(network: Network, index: number, query: PeopleQuery): boolean {
  const { seed } = network;
  const traits = traitsOf(index);
  if (traits.gone) return false;
  const facts = factsOf(seed, index);
  if (!fits(query.geoUrn, [facts.place.id, facts.place.countryId])) return false;
  if (!fits(query.industry, [facts.industry.id])) return false;
  if (query.network.length > 0 && !query.network.includes(facts.distance === 1 ? 'F' : facts.distance === 2 ? 'S' : 'O'))
    return false;
  if (query.connectionOf.length > 0 && !query.connectionOf.some((id) => isConnectionOf(network, index, id))) return false;
  if (query.currentCompany.length === 0 && query.pastCompany.length === 0) return true;
  const count = employerCount(seed, index, traits);
  const companyIds = Array.from({ length: count }, (_, group) => employerAt(seed, index, group, traits).company?.id ?? 0);
  const current = traits.allEnded ? [] : companyIds.slice(0, 1);
  return fits(query.currentCompany, current) && fits(query.pastCompany, companyIds.slice(current.length));
}

/** An empty filter lets everyone through. */
function fits(wanted: readonly string[], actual: readonly number[]): boolean {
  return wanted.length === 0 || actual.some((id) => wanted.includes(String(id)));
}

function fitsWords(member: Member, words: readonly string[]): boolean {
  const text = `${fullName(member)} ${member.headline} ${member.slug}`.toLowerCase().normalize('NFC');
  return words.every((word) => text.includes(word));
}

/** Somebody else's circle: every fourth member, which ones depends on whose circle it is. */
function isConnectionOf(network: Network, index: number, id: string): boolean {
  const other = network.findMember(id);
  return other !== undefined && other.index !== index && (index + other.index) % 4 === 0;
}
