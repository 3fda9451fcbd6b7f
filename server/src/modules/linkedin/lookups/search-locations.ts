/** Suggestions for the location field of the people search, from the bundled list. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { searchLocations as lookup } from '@leadloom/shared/contract/linkedin';
import { AppError } from '../../../http/app-error.ts';
import { foldText } from './fold-text.ts';
import { type Location, locations } from './locations.ts';

const MAX_LOCATIONS = 10;

interface SearchableLocation {
  readonly location: Location;
  /** Its name and aliases, folded. */
  readonly names: readonly string[];
}

const searched: readonly SearchableLocation[] = locations.map((location) => ({
  location,
  names: [location.name, ...location.aliases].map(foldText),
}));

/**
 * At most ten locations, in this order: the exact name, names that start with the text, names with a word for each word
 * of the text, names that contain the text elsewhere.
 * @throws {AppError} LOCATION.NONE
 */
export function searchLocations(query: string): EndpointResult<typeof lookup> {
  const text = foldText(query).trim();
  const found = searched
    .map(({ location, names }) => ({ location, rank: Math.min(...names.map((name) => rankOf(name, text))) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_LOCATIONS);
  if (found.length === 0) throw new AppError('LOCATION.NONE');
  return { data: found.map(({ location: { id, name } }) => ({ id, name })) };
}

const NO_MATCH = 4;

function rankOf(name: string, text: string): number {
  const words = wordsOf(text);
  if (words.length === 0) return NO_MATCH;
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  const known = wordsOf(name);
  if (words.every((word) => known.some((candidate) => candidate.startsWith(word)))) return 2;
  return name.includes(text) ? 3 : NO_MATCH;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
