/**
 * Numbers of a column: `over 50 employees`, `revenue over 10`, `rating 5`, `10-50`. The column stands directly before or behind
 * the number; without it, nobody knows what the number is about. Pure.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Reading } from './ask.ts';
import { type RequestedRange, requestedRange, requestedSuffix, withEnd } from './ask-ranges.ts';
import { phraseLength, squeeze } from './ask-words.ts';
import { filterWords, type NumberColumn } from './filter-words.ts';

const BETWEEN_COLUMN_AND_NUMBER = new Set(['of', 'is', 'are', 'a']);
const BETWEEN_NUMBER_AND_COLUMN = new Set(['in', 'of', 'a']);

interface NamedColumn extends NumberColumn {
  /** Words of its name. */
  readonly length: number;
}

/** null: nothing; a reading without an ask is one that could mean two things. */
export function readNumbers(definition: TableDefinition, words: readonly string[]): Reading | null {
  return readNamedRange(definition, words) ?? columnFirst(definition, words) ?? numberFirst(definition, words);
}

function columnAt(definition: TableDefinition, words: readonly string[]): NamedColumn | null {
  const { numbers, maxWords } = filterWords(definition);
  const length = phraseLength(numbers, words, maxWords);
  const found = numbers.get(squeeze(words.slice(0, length)));
  return found === undefined ? null : { ...found, length };
}

/** A range that a filter offers, by its exact name, with or without the column. */
function readNamedRange(definition: TableDefinition, words: readonly string[]): Reading | null {
  const before = columnAt(definition, words);
  const at = before?.length ?? 0;
  const [word = ''] = words.slice(at);
  const after = before === null ? columnAt(definition, words.slice(1)) : null;
  const column = before ?? after;
  const filter = column === null ? filterWords(definition).ranges.get(word) : column.filter;
  const option = filter?.kind === 'range' ? filter.options.find((one) => namesOption(one, word)) : undefined;
  if (filter?.kind !== 'range' || option === undefined) return null;
  const ask = { kind: 'values', filter, values: [option.value], isNegated: false } as const;
  return { length: at + 1 + (after?.length ?? 0), ask };
}

function namesOption(
  { value, label, hint }: { readonly value: string; readonly label?: string; readonly hint?: string },
  word: string,
) {
  return value === word || (label === word && hint === undefined);
}

function columnFirst(definition: TableDefinition, words: readonly string[]): Reading | null {
  const column = columnAt(definition, words);
  if (column === null) return null;
  let at = column.length;
  while (BETWEEN_COLUMN_AND_NUMBER.has(words[at] ?? '')) at += 1;
  const range = requestedRange(words.slice(at), isMoney(column));
  if (range === null) return null;
  const end = at + range.length;
  const next = columnAt(definition, words.slice(end));
  const isSame = next?.column === column.column;
  // "Revenue over 50 employees" may be about either; "revenue over 10 employees over 50" is not.
  if (next !== null && !isSame && requestedRange(words.slice(end + next.length), isMoney(next)) === null)
    return range.isBare ? null : { length: end, ask: null };
  if (range.looksLikeYears && words[at] !== 'between') return range.isBare ? null : { length: end, ask: null };
  return { length: isSame ? end + next.length : end, ask: numbersAsk(column, range) };
}

function numberFirst(definition: TableDefinition, words: readonly string[]): Reading | null {
  for (const money of [false, true]) {
    const range = requestedRange(words, money);
    if (range === null) continue;
    let at = range.length;
    while (BETWEEN_NUMBER_AND_COLUMN.has(words[at] ?? '')) at += 1;
    const column = columnAt(definition, words.slice(at));
    if (column === null || isMoney(column) !== money) continue;
    const end = at + column.length;
    const suffix = range.isBare ? requestedSuffix(words.slice(end)) : null;
    if (suffix !== null) return { length: end + suffix.length, ask: numbersAsk(column, withEnd(range, suffix.end)) };
    // "50 employees" may be said of about as many.
    if (range.isBare || (range.looksLikeYears && words[0] === 'from')) return null;
    return { length: end, ask: numbersAsk(column, range) };
  }
  return null;
}

function isMoney({ column }: NumberColumn): boolean {
  return column.kind === 'money';
}

function numbersAsk({ column, filter }: NumberColumn, { from, to }: RequestedRange) {
  return { kind: 'numbers', column, filter, from, to, isNegated: false } as const;
}
