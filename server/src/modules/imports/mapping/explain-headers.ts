/** Says in sentences what each header was read as, and why; or why it was not read. */
import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { LeftHeader } from '@leadloom/shared/tables/choose-columns';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type HeaderRank, headerReader } from '@leadloom/shared/tables/header-mapper';
import type { FileSample, MappedColumn } from '@leadloom/shared/tables/mapped-column';

/** What a header was read as, and why. */
export interface HeaderMeaning {
  /** null: not read. */
  readonly column: string | null;
  /** How its cells fill the column: first, or where those of others are blank, or as a part; null: not read. */
  readonly use: 'first' | 'otherwise' | 'part' | null;
  /** One sentence or two. */
  readonly reason: string;
}

interface Mapped {
  readonly columns: readonly MappedColumn[];
  readonly left: readonly LeftHeader[];
}

export function explainHeaders(
  definition: TableDefinition,
  { headers, chosen }: Pick<FileSample, 'headers' | 'chosen'>,
  { columns, left }: Mapped,
): readonly HeaderMeaning[] {
  const meaningOf = headerReader(definition);
  const name = (index: number | undefined) => quoted(headers[index ?? -1] ?? '');
  const isChosen = (index: number) => Object.hasOwn(chosen.headers, headers[index] ?? '');

  function wordsOf(index: number, field: string): string {
    if (isChosen(index)) return 'The mapping says so.';
    const meaning = meaningOf(headers[index] ?? '');
    if (meaning?.field === field) return wordsReasons[meaning.rank];
    if (meaning?.field === 'legal_name' && field === 'name') return 'The file has no other name.';
    return field === 'linkedin_url' ? 'Its cells are addresses of such profiles.' : 'Its cells are of this column.';
  }

  function joinedWith(parts: readonly number[], index: number): string {
    const others = parts.filter((other) => other !== index).map(name);
    return `Its cells are joined with those of ${others.join(' and ')}`;
  }

  function read(index: number): HeaderMeaning | null {
    for (const { field, from, otherwise = [], joined = [], places = [] } of columns) {
      const [first] = from;
      if (from.length === 1 && first === index) return { column: field, use: 'first', reason: wordsOf(index, field) };
      if (from.includes(index)) return { column: field, use: 'part', reason: `${joinedWith(from, index)}.` };
      if (joined.includes(index)) {
        const reason = `${joinedWith(joined, index)}, where those of ${name(first)} are blank.`;
        return { column: field, use: 'otherwise', reason };
      }
      if (otherwise.includes(index)) {
        const reason = `${wordsOf(index, field)} Its cells count where those of ${name(first)} are blank.`;
        return { column: field, use: 'otherwise', reason };
      }
      if (places.includes(index)) return { column: field, ...placeMeaning(columns, index) };
    }
    return null;
  }

  function notRead(index: number): string {
    const header = headers[index] ?? '';
    if (header === '') return 'It has no name.';
    if (isChosen(index)) return 'The mapping says so.';
    const found = left.find((candidate) => candidate.index === index);
    if (found !== undefined) return leftReason(found);
    const meaning = meaningOf(header);
    if (meaning === null) return 'No column has this name.';
    const [better] = columns.find(({ field }) => field === meaning.field)?.from ?? [];
    const title = columnTitle(meaning.field);
    return better === undefined ? `${title} is not read from it.` : `${name(better)} fits ${title} better.`;
  }

  return headers.map((_, index) => read(index) ?? { column: null, use: null, reason: notRead(index) });
}

const USES = ['first', 'part', 'otherwise', null] as const;

/** By header; of several with one name, the one that is read. */
export function meaningsByHeader(
  headers: readonly string[],
  meanings: readonly HeaderMeaning[],
): ReadonlyMap<string, HeaderMeaning> {
  const found = new Map<string, HeaderMeaning>();
  for (const [index, header] of headers.entries()) {
    const [meaning, before] = [meanings[index], found.get(header)];
    if (meaning === undefined) continue;
    if (before === undefined || USES.indexOf(meaning.use) < USES.indexOf(before.use)) found.set(header, meaning);
  }
  return found;
}

const NAME = 'It is a name of the column.';
const OTHER_NAME = 'Other programs and lists have this name for the column.';
const wordsReasons: Readonly<Record<HeaderRank, string>> = {
  0: NAME,
  1: NAME,
  2: NAME,
  3: NAME,
  4: OTHER_NAME,
  5: 'Without the words that say whose it is, it is a name of the column.',
};

function placeMeaning(columns: readonly MappedColumn[], index: number): Pick<HeaderMeaning, 'use' | 'reason'> {
  const filled = columns.filter(({ places = [] }) => places.includes(index));
  const titles = filled.map(({ field }) => columnTitle(field).toLowerCase()).join(' and ');
  const hasOwn = filled.every(({ from, places: [first] = [] }) => from.length > 0 || first !== index);
  return hasOwn
    ? { use: 'otherwise', reason: `It names whole places, which count for ${titles} where their own cells are blank.` }
    : { use: 'part', reason: `It names whole places, of which ${titles} are read.`.replace(/(of which \w+) are/, '$1 is') };
}

/** @returns a whole sentence */
export function leftReason({ field, because }: LeftHeader): string {
  const title = columnTitle(field);
  switch (because) {
    case 'settled':
      return `The mapping fills ${title} in another way.`;
    case 'owner':
      return `It says that it is not about what ${title} is about.`;
    case 'currency':
      return 'Its amounts are not in US dollars.';
    case 'other':
      return `Its cells are something else than ${title}.`;
    case 'unit':
      return 'Its amounts may be dollars or millions of them. Name their unit.';
  }
}
