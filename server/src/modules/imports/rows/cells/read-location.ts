/** Splits a location such as `Bergen, Vestland, Norway` into its city and its country. */
import { isCountryName } from './country-names.ts';

export type LocationPart = 'city' | 'country';

/** Separates the parts, from the smallest to the largest. */
const SEPARATOR = /\s*[,;|/]\s*/;

/** @param text of one cell @returns '' where the location does not name the part */
export function locationPart(text: string, part: LocationPart): string {
  const parts = text.split(SEPARATOR).filter((name) => name.trim() !== '');
  const last = parts.at(-1)?.trim() ?? '';
  const namesCountry = isCountryName(last);
  if (part === 'country') return namesCountry ? last : '';
  const [first = ''] = parts;
  return parts.length === 1 && namesCountry ? '' : first.trim();
}
