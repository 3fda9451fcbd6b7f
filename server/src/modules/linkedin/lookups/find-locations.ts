/** Places that match a typed text, from the bundled list and from what LinkedIn's own look-up answered. Pure. */
import type { FoundLocation } from '@leadloom/shared/contract/linkedin';
import { foldText } from '../../tables/values/fold-text.ts';
import type { Location } from './location.ts';
import { locations } from './locations.ts';

const MAX_LOCATIONS = 10;

/** A place as LinkedIn's look-up named it. */
export interface NamedPlace {
  readonly id: string;
  readonly label: string;
}

/** How well a name matches; places with `NO_MATCH` are not found. */
const BEGINNING = 0;
const WORDS = 1;
const WORDS_OF_LABEL = 2;
const INSIDE = 3;
const NO_MATCH = 4;

const KIND_ORDER = { country: 0, state: 1, metro: 2, city: 3, region: 4 } as const;
const UNKNOWN_KIND = 5;

interface Searchable {
  readonly found: FoundLocation;
  /** The name and its aliases, folded. */
  readonly names: readonly string[];
  readonly nameWords: readonly (readonly string[])[];
  readonly labelWords: readonly string[];
  readonly sources: number;
}

const countryNames = new Map(
  locations.filter(({ kind }) => kind === 'country').map(({ country, name }) => [country, name] as const),
);
const countriesByName = new Map(
  locations
    .filter(({ kind }) => kind === 'country')
    .flatMap(({ name, aliases }) => [name, ...aliases].map((other) => [foldText(other), name] as const)),
);
const bundled: readonly Searchable[] = locations.map(fromList);
const bundledLabels: ReadonlySet<string> = new Set(bundled.map(({ found }) => found.label));
const bundledById = new Map(bundled.flatMap((place) => place.found.ids.map((id) => [id, place] as const)));

/**
 * Finds at most ten places, in this order: names that begin with the text, names with a word for each word of it, whole
 * labels with such words, names that contain it elsewhere. Within each: countries, states, metros, cities, regions, then
 * places of which no kind is known; within a kind the exact name, then the place that more sources name. @param named
 * places that LinkedIn's look-up named, to be searched too
 */
export function findLocations(query: string, named: readonly NamedPlace[]): FoundLocation[] {
  const text = foldText(query).trim();
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return withNamed(named)
    .map((place) => ({ place, rank: rankOf(place, text, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank || comparePlaces(one.place, other.place, text))
    .slice(0, MAX_LOCATIONS)
    .map(({ place }) => place.found);
}

/** Whether the list has the number, or a place with this whole label. */
export function isListed(id: string, label: string): boolean {
  return bundledById.has(id) || bundledLabels.has(label);
}

/** The whole label of a listed number; null for another one. */
export function labelOfLocation(id: string): string | null {
  return bundledById.get(id)?.found.label ?? null;
}

/** The places by LinkedIn's names for them: listed numbers as the list has them, in the order given. */
export function toLocations(named: readonly NamedPlace[]): FoundLocation[] {
  const added = addNamed(named);
  const found = named.flatMap(({ id }) => added.get(id)?.found ?? []);
  return [...new Map(found.map((place) => [place.id, place])).values()];
}

function withNamed(named: readonly NamedPlace[]): readonly Searchable[] {
  if (named.length === 0) return bundled;
  const places = new Map(bundled.map((place) => [place.found.id, place]));
  for (const place of addNamed(named).values()) places.set(place.found.id, place);
  return [...places.values()];
}

/** Places by their number. A listed place gets the name as one more; a number with a known label joins that place. */
function addNamed(named: readonly NamedPlace[]): ReadonlyMap<string, Searchable> {
  const byLabel = new Map(bundled.map((place) => [place.found.label, place]));
  const changed = new Map<string, Searchable>();
  for (const { id, label } of named) {
    const listed = changed.get(id) ?? bundledById.get(id);
    const same = byLabel.get(label);
    const place = listed === undefined ? joinNumber(same, id, label) : withName(listed, label);
    byLabel.set(place.found.label, place);
    for (const number of place.found.ids) changed.set(number, place);
  }
  return changed;
}

function joinNumber(same: Searchable | undefined, id: string, label: string): Searchable {
  if (same !== undefined) return { ...same, found: { ...same.found, ids: [...same.found.ids, id] } };
  const parts = label.split(',').map((part) => part.trim());
  const country = countriesByName.get(foldText(parts.at(-1) ?? '')) ?? null;
  const found = { id, ids: [id], name: parts[0] || label, label, country, kind: null };
  return toSearchable(found, [], 0);
}

function withName(place: Searchable, label: string): Searchable {
  const name = foldText(label);
  if (place.names.includes(name)) return place;
  return { ...place, names: [...place.names, name], nameWords: [...place.nameWords, wordsOf(name)] };
}

function fromList({ kind, country, name, label, ids, sources, aliases }: Location): Searchable {
  const found = { id: ids[0], ids: [...ids], name, label, country: countryNames.get(country) ?? null, kind };
  return toSearchable(found, aliases, sources);
}

function toSearchable(found: FoundLocation, aliases: readonly string[], sources: number): Searchable {
  const names = [found.name, ...aliases].map(foldText);
  const labelWords = wordsOf(foldText(`${found.label} ${found.country ?? ''}`));
  return { found, names, nameWords: names.map(wordsOf), labelWords, sources };
}

function rankOf({ names, nameWords, labelWords }: Searchable, text: string, words: readonly string[]): number {
  if (names.some((name) => name.startsWith(text))) return BEGINNING;
  const has = (known: readonly string[]) => words.every((word) => known.some((candidate) => candidate.startsWith(word)));
  if (nameWords.some(has)) return WORDS;
  if (has(labelWords)) return WORDS_OF_LABEL;
  return names.some((name) => name.includes(text)) ? INSIDE : NO_MATCH;
}

function comparePlaces(one: Searchable, other: Searchable, text: string): number {
  const exact = (place: Searchable) => (place.names.includes(text) ? 0 : 1);
  return (
    orderOfKind(one) - orderOfKind(other) ||
    exact(one) - exact(other) ||
    other.sources - one.sources ||
    (one.found.label < other.found.label ? -1 : 1)
  );
}

function orderOfKind({ found: { kind } }: Searchable): number {
  return kind === null ? UNKNOWN_KIND : KIND_ORDER[kind];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
