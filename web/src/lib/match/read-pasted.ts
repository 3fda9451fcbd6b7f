/** Text pasted onto a table, read as the lines of a list, or refused with a sentence. Pure. */
import { MAX_MATCH_ROWS, type MatchLine } from '@leadloom/shared/contract/match';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { type MatchKey, matchColumnsOf, matchKeys } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { formatCount } from '../format-count.ts';
import { MAX_LINES, readList } from './read-list.ts';
import { findHeader, type ListColumns, lookOf, meaningsOf, recogniseColumns } from './recognise-columns.ts';
import { toLine } from './to-line.ts';

export interface PastedLine {
  /** The line as people read it. */
  readonly text: string;
  readonly line: MatchLine;
}

export type ReadPasted =
  | { readonly kind: 'lines'; readonly lines: readonly PastedLine[] }
  | { readonly kind: 'refused'; readonly reason: string; readonly isTooLong: boolean };

/** A name of more words, or longer, is a sentence. */
const MOST_WORDS = 10;
const LONGEST_NAME = 100;
/** The least names between commas: two may be one, as in “Acme, Inc.” */
const LEAST_NAMES = 3;
/** The most words of a name between commas, in the mean. */
const MOST_WORDS_BETWEEN = 4;

const keyWords: Readonly<Record<MatchKey, string>> = {
  domain: 'domain',
  linkedin_url: 'LinkedIn address',
  email: 'email',
  name: 'name',
};

export function readPasted(table: TableName, text: string): ReadPasted {
  const { title } = tableByName(table);
  const known = matchKeys.filter((key) => matchColumnsOf(table)[key] !== undefined);
  if (known.length === 0) return refused(`${title} cannot be found by pasted lines.`);
  const { rows, columns, isTable } = readRows(table, text);
  if (rows.length > MAX_MATCH_ROWS) {
    const found = `You pasted ${formatCount(rows.length)} lines. A table takes up to ${formatCount(MAX_MATCH_ROWS)} at once`;
    return refused(`${found}; Match my list takes up to ${formatCount(MAX_LINES)}.`, true);
  }
  const meanings = meaningsOf(columns);
  const used = columns.fields.flatMap(({ meaning }) => (meaning === 'country' ? [] : [meaning]));
  if (used.length === 1 && used[0] === 'name' && !isTable && isProse(rows)) {
    return refused('This text is not a list. Paste one address or name per line.');
  }
  const lines = rows.flatMap((row): PastedLine[] => {
    const line = toLine(row, columns);
    const cells = row.filter((cell, at) => (meanings[at] ?? null) !== null && cell.trim() !== '');
    return used.some((meaning) => line[meaning] !== undefined) ? [{ line, text: cells.join(' · ') }] : [];
  });
  if (lines.length > 0) return { kind: 'lines', lines };
  return refused(`Nothing to look for was recognised. ${title} are found by ${listed(known.map((key) => keyWords[key]))}.`);
}

interface Rows {
  readonly rows: readonly (readonly string[])[];
  readonly columns: ListColumns;
  /** Its columns are named, or come from a spreadsheet. */
  readonly isTable: boolean;
}

function readRows(table: TableName, text: string): Rows {
  const addresses = addressesIn(text);
  const meaning = lookOf(table, addresses);
  if (addresses.length > 0 && meaning !== null && meaning !== 'country')
    return {
      rows: addresses.map((address) => [address]),
      columns: { width: 1, fields: [{ meaning, from: [0] }] },
      isTable: false,
    };
  const { rows, delimiter } = readList(text, table);
  const [only] = rows;
  if (only !== undefined && rows.length === 1 && delimiter !== '\t' && areNames(only)) {
    const names = only.map((cell) => [cell]);
    return { rows: names, columns: recogniseColumns(table, names, -1), isTable: false };
  }
  const header = findHeader(table, rows);
  return {
    rows: rows.slice(header + 1),
    columns: recogniseColumns(table, rows, header),
    isTable: header >= 0 || delimiter === '\t',
  };
}

/** Addresses that stand one after another, in lines or in one, also as mail programs write them; empty: there is other text. */
function addressesIn(text: string): readonly string[] {
  const entries = text.split(/[,;\n]+/).flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));
  const mailed = entries.map((entry) => /^[^<>]*<([^<>\s]+)>$/.exec(entry)?.[1] ?? entry);
  if (mailed.length > 0 && mailed.every(hasEmailFormat)) return mailed;
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.every((word) => /[^\s@]\.[\p{L}\d-]{2,}/u.test(word)) ? words : [];
}

/** Whether what stands between commas is a name each, and not a part of a sentence. */
function areNames(cells: readonly string[]): boolean {
  return cells.length >= LEAST_NAMES && wordsIn(cells.join(' ')) <= MOST_WORDS_BETWEEN * cells.length;
}

function isProse(rows: readonly (readonly string[])[]): boolean {
  const sentences = rows.filter((row) => {
    const line = row.join(', ').trim();
    return line.length > LONGEST_NAME || wordsIn(line) > MOST_WORDS;
  });
  return sentences.length * 2 > rows.length;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

function refused(reason: string, isTooLong = false): ReadPasted {
  return { kind: 'refused', reason, isTooLong };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
