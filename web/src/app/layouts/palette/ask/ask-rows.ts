/**
 * What a question in words asks of a table: `fintech germany contact since 2024`. Words name values of filters, days and
 * changes; what nothing else means is searched for, if enough of the rest is understood. Pure.
 */
import type { DatesFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { readFilters, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { requestedChange, requestedDays } from './ask-days.ts';
import { squeeze, wordsOf } from './ask-words.ts';
import { filterWords } from './filter-words.ts';

export interface RequestedRows {
  /** The filters, with "Changed" as the address has it. */
  readonly filters: TableFilters;
  /** Words or phrases that were understood, without those that are searched for. */
  readonly understood: number;
  /** Words that are searched for. */
  readonly searched: number;
  /** The question names nothing but when rows changed. */
  readonly isChangeOnly: boolean;
  readonly isTableNamed: boolean;
}

/** With fewer, words that nothing means are more likely the name of something else. */
const ENOUGH_TO_SEARCH = 2;
const SMALL_WORDS = new Set([
  'in',
  'of',
  'with',
  'and',
  'the',
  'from',
  'that',
  'are',
  'is',
  'a',
  'all',
  'find',
  'show',
  'me',
  'for',
]);

/** null: it asks nothing of this table */
export function askRows(definition: TableDefinition, text: string): RequestedRows | null {
  const words = wordsOf(text);
  const { values, labels, maxWords } = filterWords(definition);
  const dates = definition.filters.find((filter): filter is DatesFilter => filter.kind === 'dates');
  const tableWords = namesOf(definition);
  const lists = new Map<string, string[]>();
  const single: Record<string, string | true> = {};
  const left: string[] = [];
  let understood = 0;
  let isTableNamed = false;

  /** @returns how many words say something together; 0: none */
  function take(rest: readonly string[]): number {
    const days = dates === undefined ? null : requestedDays(rest);
    if (dates !== undefined && days !== null) {
      if (days.after !== undefined) single[dates.after] = days.after;
      if (days.before !== undefined) single[dates.before] = days.before;
      return days.length;
    }
    // Names are looked for before "new", so that New Zealand is a country.
    const length = longest(values, rest, maxWords);
    const found = values.get(squeeze(rest.slice(0, length)));
    if (found !== undefined) {
      const { filter, value } = found;
      if (value === true || (filter.kind === 'range' && !filter.isMultiple)) single[filter.key] = value;
      else lists.set(filter.key, [...(lists.get(filter.key) ?? []), value]);
      return length;
    }
    const change = requestedChange(rest);
    if (change === null) return 0;
    single[UPDATED_AFTER] = change.changed;
    return change.length;
  }

  for (let at = 0; at < words.length; ) {
    const taken = take(words.slice(at));
    const word = words[at] ?? '';
    if (taken > 0) understood += 1;
    else if (tableWords.has(word)) isTableNamed = true;
    else if (!labels.has(word) && !SMALL_WORDS.has(word)) left.push(word);
    at += Math.max(1, taken);
  }
  const search = definition.filters.find(({ kind }) => kind === 'search');
  if (understood === 0 || (left.length > 0 && (search === undefined || understood < ENOUGH_TO_SEARCH))) return null;
  const { [UPDATED_AFTER]: changed, ...others } = single;
  const searched = search === undefined || left.length === 0 ? {} : { [search.key]: left.join(' ') };
  const filters = readFilters(definition, { ...Object.fromEntries(lists), ...others, ...searched });
  const isChangeOnly = Object.keys(filters).length === 0;
  // "New" alone is more likely the name of an action.
  if (isChangeOnly && words.length === 1) return null;
  const requested = typeof changed === 'string' ? { ...filters, [UPDATED_AFTER]: changed } : filters;
  return { filters: requested, understood, searched: left.length, isChangeOnly, isTableNamed };
}

/** Words of the longest phrase at the beginning that names a value; 0: none */
function longest(values: ReadonlyMap<string, unknown>, words: readonly string[], most: number): number {
  for (let length = Math.min(most, words.length); length > 0; length -= 1)
    if (values.has(squeeze(words.slice(0, length)))) return length;
  return 0;
}

/** `companies`, `company`; of `Reddit Posts` also `posts` and `post`. */
function namesOf({ title }: TableDefinition): ReadonlySet<string> {
  return new Set(wordsOf(title).flatMap((word) => [word, word.replace(/ies$/, 'y').replace(/s$/, '')]));
}
