/**
 * What one header of a file means: the column with this name, title, alias or synonym, all compared without case, accents,
 * blanks and punctuation, and at last without words that say whose it is or which of several. Pure.
 */
import type { TableDefinition } from './define-table.ts';
import { fileTable } from './file-table.ts';
import { amountHeader } from './header-amounts.ts';
import { synonymsOf } from './header-synonyms.ts';
import { ownerIn, ownerOf, simplify, withoutQualifiers } from './header-words.ts';

/**
 * How well a header fits a column; lower is better. 0 to 2: its name or title; 3: an alias; 4: a name in files of others, or
 * one with a unit; 5: without words that say whose it is.
 */
export type HeaderRank = 0 | 1 | 2 | 3 | 4 | 5;

/** The column that one header means by itself, and how well it fits. */
export type HeaderMapper = (header: string) => MappedHeader | null;

export interface MappedHeader {
  readonly field: string;
  readonly rank: HeaderRank;
  /** Whether the header says whose it is: of what the column is about, or of something else. */
  readonly owner: 'own' | 'other' | null;
  /** The unit of a plain number in a column of amounts, as a power of ten, where the header names one. */
  readonly unit?: number;
  /** Whether the header names another currency than the dollars of the column. */
  readonly isOtherCurrency?: true;
}

/** A person may be reached by the telephone of the company. */
const MAY_BE_OTHERS: ReadonlySet<string> = new Set(['phone', 'email']);

/** @returns null: the header means no column, or one of something else, such as the city of a person's company */
export function headerMapper(definition: TableDefinition): HeaderMapper {
  const meaningOf = headerReader(definition);
  const kinds = new Map<string, string>(definition.columns.map(({ field, kind }) => [field, kind]));
  return (header) => {
    const found = meaningOf(header);
    if (found?.owner === 'other' && !MAY_BE_OTHERS.has(kinds.get(found.field) ?? 'text')) return null;
    return found;
  };
}

/** Reading the names of a table costs more than reading a header. */
const readers = new WeakMap<TableDefinition, HeaderMapper>();

/** The same, with headers whose column is of something else. */
export function headerReader(definition: TableDefinition): HeaderMapper {
  const reader = readers.get(definition) ?? createReader(definition);
  readers.set(definition, reader);
  return reader;
}

function createReader(definition: TableDefinition): HeaderMapper {
  const { name: table, columns } = fileTable(definition);
  const exact = new Set(columns.map(({ field }) => field));
  const amounts = new Set(columns.flatMap(({ field, kind }) => (kind === 'money' ? [field] : [])));
  const ranked: readonly Map<string, string>[] = [new Map(), new Map(), new Map(), new Map()];
  const add = (rank: number, name: string, field: string) => {
    const names = ranked[rank];
    if (names !== undefined && !names.has(simplify(name))) names.set(simplify(name), field);
  };
  for (const { field, headerName, aliases = [] } of columns) {
    add(0, field, field);
    add(1, headerName, field);
    for (const alias of aliases) add(2, alias, field);
    for (const synonym of synonymsOf(table, field)) add(3, synonym, field);
  }

  function named(text: string): Omit<MappedHeader, 'owner'> | null {
    const name = simplify(text);
    if (name === '') return null;
    for (const rank of [1, 2, 3, 4] as const) {
      const field = ranked[rank - 1]?.get(name);
      if (field !== undefined) return { field, rank };
    }
    return null;
  }

  function amountNamed(header: string): Omit<MappedHeader, 'owner'> | null {
    const amount = amounts.size === 0 ? null : amountHeader(header);
    const found = amount === null ? null : (named(amount.name) ?? unqualified(amount.name));
    if (amount === null || found === null || !amounts.has(found.field)) return null;
    const { unit, isOtherCurrency } = amount;
    return {
      field: found.field,
      rank: 4,
      ...(unit === null ? {} : { unit }),
      ...(isOtherCurrency ? { isOtherCurrency: true } : {}),
    };
  }

  function unqualified(header: string): Omit<MappedHeader, 'owner'> | null {
    for (const text of withoutQualifiers(header)) {
      const found = named(text);
      if (found !== null) return { ...found, rank: 5 };
    }
    return null;
  }

  return (header) => {
    if (exact.has(header)) return { field: header, rank: 0, owner: null };
    const found = named(header) ?? amountNamed(header) ?? unqualified(header);
    if (found === null) return null;
    const said = ownerIn(header);
    // The title of an organization is that which it gives to the person.
    if (table === 'people' && found.field === 'title') return { ...found, owner: null };
    return { ...found, owner: said === null ? null : said === ownerOf(table, found.field) ? 'own' : 'other' };
  };
}
