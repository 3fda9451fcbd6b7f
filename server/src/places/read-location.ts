/**
 * Finds city and country in one cell that names a place as a whole: `Bergen, Vestland, Norway`, `Atlanta, GA 30305`,
 * `12 Spinner Street, Leeds, LS1 4AP, United Kingdom`, or an object of a program. A street is no city, and of two countries
 * that could be meant, none is taken.
 */

import { countryName } from '@leadloom/shared/domain/countries';
import type { LocationPart } from '@leadloom/shared/tables/header-parts';
import JSON5 from 'json5';
import { isCountryName } from './country-names.ts';
import { countriesOfState } from './states.ts';

/** Separates the parts, from the smallest to the largest. */
const SEPARATOR = /\s*[,;|/\n\r·]\s*/;
const OBJECT = /^\{.*\}$/s;
const OBJECT_LIMIT = 5_000;
/** What is said instead of a place. */
const NOWHERE =
  /^(?:remote|worldwide|global(?:ly)?|anywhere|distributed|virtual|online|various|multiple|international|n\/?a|none|null|unknown)$/i;
/** Behind a state or in front of a city. Letters and digits of British and Canadian codes come in two groups. */
const POSTAL_CODE = String.raw`(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{3}\s\d{2}|\d{3}-\d{4}`;
const POSTAL_CODES = new RegExp(`(?:^|\\s)(?:${POSTAL_CODE})(?=\\s|$)`, 'g');
/** ZIP codes of the United States have five digits, postal codes of Australia four. */
const ZIP_CODE = /(?:^|\s)\d{5}(?:-\d{4})?(?:\s|$)/;
const STREET =
  /\d|\b(?:street|st\.|road|rd|avenue|ave|lane|ln|drive|dr\.|boulevard|blvd|suite|floor|building|p\.?o\.? box|highway|hwy|parkway|pkwy|square|plaza|str\.|rue|via|calle|avenida|rua|piazza)(?![\p{L}])|(?:straße|strasse|platz|gasse|allee|weg|straat|laan|gatan|veien|gata)(?![\p{L}])/iu;

interface Place {
  readonly city: string;
  readonly country: string;
}

const NO_PLACE: Place = { city: '', country: '' };

/** @param text of one cell @returns '' where the location does not name the part, or names it in two ways */
export function locationPart(text: string, part: LocationPart): string {
  const trimmed = text.trim();
  return (OBJECT.test(trimmed) ? placeOfObject(trimmed) : placeOfParts(trimmed.split(SEPARATOR)))[part];
}

function placeOfParts(written: readonly string[]): Place {
  const parts = written.map((part) => part.trim()).filter((part) => part !== '' && !NOWHERE.test(part));
  const last = parts.at(-1);
  if (last === undefined) return NO_PLACE;
  const isAlone = parts.length === 1;
  const [state, stateCountry] = stateIn(parts.at(-1) ?? '');
  // "CA" behind a city is California; alone, or as a name in full, it is the country.
  if (!isAlone && state !== '' && (state.length <= 3 || !isCountryName(state)))
    return { city: cityOf(parts.slice(0, -1)), country: stateCountry };
  // Georgia is a state and a country.
  if (!isAlone && state !== '') return { city: cityOf(parts.slice(0, -1)), country: '' };
  const country = withoutPostalCode(last);
  if (isCountryName(country)) return { city: cityOf(parts.slice(0, -1)), country };
  return { city: cityOf(parts), country: '' };
}

/** The state that a part names, alone or with a postal code, and the only country it can be of; '' for neither. */
function stateIn(part: string): readonly [state: string, country: string] {
  const state = withoutPostalCode(part);
  const countries = countriesOfState(state);
  if (countries.length === 0) return ['', ''];
  // Two capitals behind a city are a state of the United States wherever that has one of this code.
  const isAmerican = countries.includes('US') && (countries.length === 1 || /^[A-Z]{2}$/.test(state) || ZIP_CODE.test(part));
  const [only] = isAmerican ? (['US'] as const) : countries.length === 1 ? countries : [];
  return [state, only === undefined ? '' : countryName(only)];
}

/** The smallest part that is no street, number or postal code; a state only where nothing else is named. */
function cityOf(parts: readonly string[]): string {
  const places = parts.map(withoutPostalCode).filter((part) => part !== '' && !STREET.test(part));
  return places.find((part) => countriesOfState(part).length === 0) ?? places[0] ?? '';
}

function withoutPostalCode(part: string): string {
  return part.replace(POSTAL_CODES, ' ').trim();
}

const CITY_KEYS = /^(?:city|town|locality|locationname|addresslocality)$/i;
const COUNTRY_KEYS = /^(?:country|countryname|addresscountry)$/i;
const COUNTRY_CODE_KEYS = /^(?:country_?code|countryiso2?)$/i;

/** An object of JSON or Python. */
function placeOfObject(text: string): Place {
  const object = text.length > OBJECT_LIMIT ? null : readObject(text);
  if (object === null) return NO_PLACE;
  const textAt = (keys: RegExp): string => {
    const found = Object.entries(object).find(([key, value]) => keys.test(key) && typeof value === 'string')?.[1];
    return typeof found === 'string' ? found.trim() : '';
  };
  const city = textAt(CITY_KEYS);
  const place = city.includes(',') ? placeOfParts(city.split(SEPARATOR)) : { city, country: '' };
  return { city: place.city, country: textAt(COUNTRY_KEYS) || textAt(COUNTRY_CODE_KEYS) || place.country };
}

/** Strings of both kinds of quotes; outside of them, Python's words for nothing and truth. */
const PYTHON_WORDS = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(None|nan|True|False)\b/g;
const JSON_WORDS: Readonly<Record<string, string>> = { None: 'null', nan: 'null', True: 'true', False: 'false' };

function readObject(text: string): object | null {
  try {
    const read: unknown = JSON5.parse(
      text.replace(PYTHON_WORDS, (_, quoted: string | undefined, word) => quoted ?? JSON_WORDS[word] ?? word),
    );
    return typeof read === 'object' ? read : null;
  } catch {
    return null;
  }
}
