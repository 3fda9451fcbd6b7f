/**
 * The columns of a data table's copy in a column store. Whatever is compared is made by PostgreSQL's own functions, so that both
 * mean the same: folded texts, hosts, both ends of ranges, words. Whoever writes and whoever reads the copy use this list.
 *
 * Names: `field` is the cell as it is; `field__lower` and the like are made for reading.
 */
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import {
  addressKey,
  databaseName,
  hostKey,
  isSampleRow,
  lastChange,
  linkedinColumns,
  linkedinKey,
  loweredItems,
  loweredText,
  memberColumns,
  memberKey,
  rangeColumnsOf,
  searchedText,
  searchVector,
} from '../schema/data-table.ts';

export interface CopiedColumn {
  readonly name: string;
  /** The type in the column store. */
  readonly type: string;
  /** What PostgreSQL fills it with, as COPY writes it. Lists are JSON. */
  readonly from: SQL;
  /** Whether the words of the list are indexed. */
  readonly isWords?: true;
}

/** Digits behind the point that sums of numbers are exact to. */
const EXACT_DIGITS = 15;
const TEXT = 'Nullable(String)';
const LIST = 'Array(String)';
/** Of columns whose values repeat: a cell is the number of its value, so less is read, and grouped sooner. */
const CHOICE = 'LowCardinality(Nullable(String))';
const CHOICES = 'Array(LowCardinality(String))';
const WHOLE = 'Nullable(Int64)';

export const lowerOf = (field: string): string => `${field}__lower`;
export const hostOf = (field: string): string => `${field}__host`;
export const addressOf = (field: string): string => `${field}__address`;
/** The company's page, or the person, at LinkedIn. */
export const pageOf = (field: string): string => `${field}__page`;
export const memberOf = (field: string): string => `${field}__member`;
/** Whether a list is known. A list that is unknown is empty here. */
export const filledOf = (field: string): string => `${field}__filled`;
/** The lowest and the highest number that a cell may mean; only of numbers that may be known as a range. */
export const lowOf = (field: string): string => `${field}__low`;
export const highOf = (field: string): string => `${field}__high`;
/** A number as a decimal, for sums; null where it has more digits than that. */
export const exactOf = (field: string): string => `${field}__exact`;
/** Of a search filter: its words, its text as phrases are looked for in it, also spelled out, and folded. */
export const wordsOf = (filter: string): string => `${filter}__words`;
export const phraseOf = (filter: string): string => `${filter}__phrase`;
export const spelledPhraseOf = (filter: string): string => `${filter}__spelled`;
export const foldedOf = (filter: string): string => `${filter}__folded`;

/** Whether the row is an invented sample: 1 or 0. */
export const SAMPLE = 'is_sample';
/** The later of a row's own times, in microseconds since 1970. */
export const LAST_CHANGE = 'last_change';
export const CHANGED_IN = 'changed_in';

/** All but `id`, `since` and `until`. */
export function copiedColumns(definition: TableDefinition): readonly CopiedColumn[] {
  return [
    ...definition.columns.flatMap((column) => cellColumns(definition, column)),
    ...definition.filters.flatMap((filter) =>
      filter.kind === 'search' ? searchColumns(definition, filter.key, filter.columns) : [],
    ),
    { name: SAMPLE, type: 'UInt8', from: sql`(${isSampleRow})::int` },
    { name: LAST_CHANGE, type: 'Int64', from: microseconds(lastChange) },
    { name: CHANGED_IN, type: 'Int64', from: sql`changed_in` },
  ];
}

function cellColumns(definition: TableDefinition, { field, kind }: ColumnDefinition): readonly CopiedColumn[] {
  const cell = sql`${sql.identifier(field)}`;
  const repeats = definition.filters.some((filter) => filter.kind === 'choice' && filter.column === field);
  switch (kind) {
    case 'text':
    case 'long-text':
    case 'email':
    case 'phone':
      return textColumns(field, cell, repeats ? CHOICE : TEXT);
    case 'link':
      return [...textColumns(field, cell, TEXT), ...linkColumns(definition, field, cell)];
    case 'list':
      return [
        { name: field, type: repeats ? CHOICES : LIST, from: items(cell) },
        { name: lowerOf(field), type: repeats ? CHOICES : LIST, from: items(loweredItems(field)), isWords: true },
        { name: filledOf(field), type: 'UInt8', from: sql`(${cell} is not null)::int` },
      ];
    case 'boolean':
      return [{ name: field, type: 'Nullable(UInt8)', from: sql`${cell}::int` }];
    case 'integer':
      return [{ name: field, type: WHOLE, from: cell }, ...rangeEnds(definition, field, cell)];
    case 'number':
    case 'money':
      return [
        { name: field, type: 'Nullable(Float64)', from: cell },
        { name: exactOf(field), type: `Nullable(Decimal(76, ${EXACT_DIGITS}))`, from: exact(cell) },
      ];
    case 'date':
      return [{ name: field, type: 'Nullable(Int32)', from: sql`${cell} - date '1970-01-01'` }];
    case 'time':
      return [{ name: field, type: WHOLE, from: microseconds(cell) }];
  }
}

function textColumns(field: string, cell: SQL, type: string): readonly CopiedColumn[] {
  return [
    { name: field, type, from: cell },
    { name: lowerOf(field), type, from: loweredText(field) },
  ];
}

function linkColumns(definition: TableDefinition, field: string, cell: SQL): readonly CopiedColumn[] {
  const name = databaseName(definition);
  return [
    { name: hostOf(field), type: TEXT, from: hostKey(definition, field) },
    { name: addressOf(field), type: TEXT, from: addressKey(cell) },
    ...(linkedinColumns[name] === field ? [{ name: pageOf(field), type: TEXT, from: linkedinKey(field) }] : []),
    ...(memberColumns[name] === field ? [{ name: memberOf(field), type: TEXT, from: memberKey(field) }] : []),
  ];
}

function rangeEnds(definition: TableDefinition, field: string, cell: SQL): readonly CopiedColumn[] {
  const range = rangeColumnsOf(definition, field);
  if (range === null) return [];
  return [
    { name: lowOf(field), type: WHOLE, from: sql`coalesce(${cell}, ${sql.identifier(range.from)})` },
    { name: highOf(field), type: WHOLE, from: sql`coalesce(${cell}, ${sql.identifier(range.to)})` },
  ];
}

function searchColumns(definition: TableDefinition, key: string, columns: readonly string[]): readonly CopiedColumn[] {
  const text = searchedText(definition, columns);
  return [
    {
      name: wordsOf(key),
      type: LIST,
      from: sql`to_json(tsvector_to_array(${searchVector(definition, columns)}))`,
      isWords: true,
    },
    { name: phraseOf(key), type: 'String', from: sql`phrase_text(${text})` },
    { name: spelledPhraseOf(key), type: TEXT, from: sql`phrase_text(spelled_out(${text}))` },
    { name: foldedOf(key), type: 'String', from: sql`fold_text(${text})` },
  ];
}

function items(list: SQL): SQL {
  return sql`to_json(coalesce(array_remove(${list}, null), '{}'))`;
}

function microseconds(moment: SQL): SQL {
  return sql`(extract(epoch from ${moment}) * 1000000)::bigint`;
}

/** A double is compared as PostgreSQL writes it in decimals. */
function exact(number: SQL): SQL {
  const decimal = sql`${number}::numeric`;
  return sql`case when ${number} between -1e45 and 1e45 and scale(${decimal}) <= ${sql.raw(String(EXACT_DIGITS))} then ${decimal} end`;
}
