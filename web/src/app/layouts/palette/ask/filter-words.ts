/** The words by which a question names the values of a table's filters. Pure. */
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { fold, squeeze, wordsOf } from './ask-words.ts';

export interface NamedValue {
  readonly filter: FilterDefinition;
  /** true: a box that is checked. */
  readonly value: string | true;
}

export interface FilterWords {
  /** The named values, by their squeezed words. */
  readonly values: ReadonlyMap<string, NamedValue>;
  /** Words of labels, which add nothing to a value: `country germany`. */
  readonly labels: ReadonlySet<string>;
  /** The number of words of the longest phrase. */
  readonly maxWords: number;
}

/** What a box's label says besides its subject. */
const BESIDE_SUBJECT = new Set(['with', 'is', 'has', 'only', 'positive']);
/** Usual names of countries, beside those in rows. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  usa: 'United States',
  us: 'United States',
  america: 'United States',
  uk: 'United Kingdom',
  britain: 'United Kingdom',
  england: 'United Kingdom',
  uae: 'United Arab Emirates',
  holland: 'Netherlands',
};

const known = new WeakMap<TableDefinition, FilterWords>();

export function filterWords(definition: TableDefinition): FilterWords {
  const made = known.get(definition) ?? makeWords(definition);
  known.set(definition, made);
  return made;
}

function makeWords({ filters }: TableDefinition): FilterWords {
  const values = new Map<string, NamedValue>();
  let maxWords = 1;
  // A word that several filters know belongs to the first of them.
  const name = (phrase: string, filter: FilterDefinition, value: string | true) => {
    const key = squeeze(phrase);
    if (key === '' || values.has(key)) return;
    values.set(key, { filter, value });
    maxWords = Math.max(maxWords, phrase.split(/[^\p{L}\p{N}]+/u).length);
  };
  for (const filter of filters) {
    if (filter.kind === 'flag') nameFlag(filter, name);
    if (filter.kind !== 'choice' && filter.kind !== 'range') continue;
    for (const { value, label = value } of filter.options) {
      name(value, filter, value);
      name(label, filter, value);
    }
    if (filter.key === 'country' && filter.kind === 'choice') nameCountries(filter, name);
  }
  const labels = new Set(filters.flatMap(({ label }) => wordsOf(label)).flatMap((word) => [word, `${word}s`]));
  return { values, labels, maxWords };
}

type Name = (phrase: string, filter: FilterDefinition, value: string | true) => void;

/** `With contact info`: `contact info` and `contact`. */
function nameFlag(filter: FilterDefinition, name: Name): void {
  name(filter.label, filter, true);
  const subject = wordsOf(fold(filter.label)).filter((word) => !BESIDE_SUBJECT.has(word));
  name(subject.join(' '), filter, true);
  const [first] = subject;
  if (first !== undefined) for (const form of [first, `${first}s`]) name(form, filter, true);
}

function nameCountries(filter: Extract<FilterDefinition, { kind: 'choice' }>, name: Name): void {
  const offered = new Set(filter.options.map(({ value }) => value));
  for (const [word, country] of Object.entries(COUNTRY_NAMES)) if (offered.has(country)) name(word, filter, country);
}
