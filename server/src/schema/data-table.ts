/**
 * The database table of a data table, built from its definition: a column for each column, one for the host of
 * each address that is filtered by domain, the columns every row needs, and the indexes of the filters. Names
 * of indexes and derived columns are defined only here.
 */
import type { ColumnDefinition, FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  type IndexBuilder,
  index,
  type PgColumnBuilderBase,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

/** `source` of sample rows, and of no others. */
export const SAMPLE_SOURCE = 'sample';

/** The column that lists the sources of a row. */
export const SOURCES_COLUMN = 'sources';

/** The value is part of the text, so that the planner uses the partial index. */
export const isSampleRow: SQL = sql.raw(`source = '${SAMPLE_SOURCE}'`);
export const isOtherRow: SQL = sql.raw(`source <> '${SAMPLE_SOURCE}'`);

/** `reddit-posts` is stored in `reddit_posts`. */
export function databaseName(definition: Pick<TableDefinition, 'name'>): string {
  return definition.name.replaceAll('-', '_');
}

/** The column with the host of an address, for columns that a filter compares by domain. */
export function domainColumn(column: string): string {
  return `${column}_domain`;
}

/** Columns whose host is stored in a column of its own. */
export function domainSources(definition: TableDefinition): readonly string[] {
  return definition.filters.flatMap((filter) => (filter.kind === 'text' && filter.match === 'domain' ? [filter.column] : []));
}

/** The columns of a number that may be known as a range only. The ends of the range are stored, both included. */
export interface RangeColumns {
  readonly number: string;
  readonly range: string;
  readonly from: string;
  readonly to: string;
}

export function rangeColumns({ columns }: Pick<TableDefinition, 'columns'>): readonly RangeColumns[] {
  return columns.flatMap(({ field, rangeField: range }) =>
    range === undefined ? [] : [{ number: field, range, from: `${range}_from`, to: `${range}_to` }],
  );
}

/** The range columns of a column; null: its cells are numbers or blank. */
export function rangeColumnsOf(definition: Pick<TableDefinition, 'columns'>, field: string): RangeColumns | null {
  return rangeColumns(definition).find(({ number }) => number === field) ?? null;
}

/** When a row was last changed or written here, whichever is later. Index and query must use the same expression. */
export const lastChange: SQL = sql`greatest(updated_at, imported_at)`;

/** The words of some columns as the search index holds them. Index and query must use the same text. */
export function searchVector(definition: TableDefinition, columns: readonly string[]): SQL {
  return sql`search_words(${searchedText(definition, columns)})`;
}

/** The text of some columns, in which a search looks for words. */
export function searchedText(definition: TableDefinition, columns: readonly string[]): SQL {
  const cells = columns.map((column) =>
    isListColumn(definition, column)
      ? sql`joined_items(${sql.identifier(column)})`
      : sql`coalesce(${sql.identifier(column)}, '')`,
  );
  return sql.join(cells, sql` || ' ' || `);
}

/** A text as it is compared as a whole. Index and query must use the same expression. */
export function loweredText(column: string): SQL {
  return sql`lower(${sql.identifier(column)})`;
}

/** The items of a list as they are compared. A function of the database. */
export function loweredItems(column: string): SQL {
  return sql`lower_items(${sql.identifier(column)})`;
}

/** The host of an address; null: it has none. Only where a filter compares it, it is stored. */
export function hostKey(definition: TableDefinition, column: string): SQL {
  return domainSources(definition).includes(column)
    ? sql`${sql.identifier(domainColumn(column))}`
    : sql`host_key(${sql.identifier(column)})`;
}

/** An address as it is compared as a whole: without scheme, `www.`, letter case, and a slash at the end. A function of the database. */
export function addressKey(address: SQLWrapper): SQL {
  return sql`address_key(${address})`;
}

/** The condition of a checkbox, as in its partial index. */
export function flagCondition(filter: Extract<FilterDefinition, { kind: 'flag' }>): SQL {
  const { condition } = filter;
  if ('isTrue' in condition) return sql`${sql.identifier(condition.isTrue)}`;
  if ('isPositive' in condition) return sql`${sql.identifier(condition.isPositive)} > 0`;
  return sql.join(
    condition.anyPresent.map((column) => sql`${sql.identifier(column)} is not null`),
    sql` or `,
  );
}

export function dataTable(definition: TableDefinition) {
  const name = databaseName(definition);
  const columns = Object.fromEntries([
    ...definition.columns.map((column) => [column.field, dataColumn(column)] as const),
    ...domainSources(definition).map((source) => [domainColumn(source), text(domainColumn(source))] as const),
    ...rangeColumns(definition)
      .flatMap(({ from, to }) => [from, to])
      .map((end) => [end, bigint(end, { mode: 'number' })] as const),
  ]);
  return pgTable(
    name,
    {
      ...columns,
      id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
      /** Equal for rows describing the same entity; see the definition's rules. */
      canonical_key: text('canonical_key').notNull(),
      /** Where the row came from, such as a file's name. */
      source: text('source').notNull(),
      imported_at: time('imported_at').notNull().defaultNow(),
      /** When the row came to be; null for rows older than this column. */
      added_at: time('added_at').defaultNow(),
      /** Whether a spreadsheet could run one of the texts as a formula; false only if the row's writer has checked. */
      needs_escape: boolean('needs_escape').notNull().default(true),
      updated_at: time('updated_at').notNull().defaultNow(),
      /** The number of the row's last change: no two rows have the same, and later commits have higher ones. */
      changed_in: bigint('changed_in', { mode: 'number' }).notNull().default(sql`nextval('table_changes')`),
    },
    () => tableIndexes(definition, name),
  );
}

function dataColumn(column: ColumnDefinition): PgColumnBuilderBase {
  // Whoever writes rows without saying where they come from loads a file.
  if (column.field === SOURCES_COLUMN) return text(column.field).array().notNull().default(sql`'{file}'`);
  const made = emptyColumn(column);
  return column.isRequired === true ? made.notNull() : made;
}

function emptyColumn({ field, kind }: ColumnDefinition) {
  switch (kind) {
    case 'list':
      return text(field).array();
    case 'boolean':
      return boolean(field);
    case 'integer':
      return bigint(field, { mode: 'number' });
    case 'number':
    case 'money':
      return doublePrecision(field);
    case 'date':
      return date(field, { mode: 'string' });
    case 'time':
      return timestamp(field, { withTimezone: true, mode: 'date' });
    default:
      return text(field);
  }
}

/**
 * Every list starts with the newest rows, so each index that finds rows by a value keeps them in that order.
 * `desc nulls first` is what `order by … desc` means; another spelling would not be used.
 */
function tableIndexes(definition: TableDefinition, name: string): IndexBuilder[] {
  const newest = [sql`${sql.identifier(definition.defaultSort)} desc`, sql`id desc`] as const;
  const made: IndexBuilder[] = [
    uniqueIndex(`${name}_key`).on(sql`canonical_key`),
    index(`${name}_newest`).on(...newest),
    uniqueIndex(`${name}_changes`).on(sql`changed_in`),
    // This index is read at every start; it is empty where sample data was never switched on.
    index(`${name}_sample`).on(sql`id`).where(isSampleRow),
    // Rows are stored roughly in the order they were written, so a time range for each range of pages is nearly as
    // selective as an index entry for each row. It takes a thousandth of the space and costs writers almost nothing.
    index(`${name}_changed`).using('brin', lastChange).with({ autosummarize: true, pages_per_range: 16 }),
  ];
  if (definition.columns.some((column) => column.field === 'name' && column.isRequired === true)) {
    made.push(index(`${name}_by_name`).on(sql`name`, sql`id`));
  }
  for (const filter of definition.filters) {
    const indexName = `${name}_by_${filter.key}`;
    if (filter.kind === 'search')
      made.push(index(`${name}_texts_by_${filter.key}`).using('gin', searchVector(definition, filter.columns)));
    else if (filter.kind === 'flag')
      made.push(
        index(indexName)
          .on(...newest)
          .where(flagCondition(filter)),
      );
    else if (filter.kind === 'text') {
      const lowered = loweredText(filter.column);
      const value = filter.isSuggested === true ? byBeginning(lowered) : lowered;
      const byText = index(indexName).on(
        filter.match === 'domain' ? sql`${sql.identifier(domainColumn(filter.column))}` : value,
        ...newest,
      );
      // Most rows leave a column blank that no screen shows.
      const isRare = definition.columns.some(({ field, isStoredOnly }) => field === filter.column && isStoredOnly === true);
      made.push(isRare ? byText.where(sql`${sql.identifier(filter.column)} is not null`) : byText);
    } else if (filter.kind === 'lookup' || filter.kind === 'choice') {
      // A source has a large part of the rows.
      if (filter.column === SOURCES_COLUMN) continue;
      if (isListColumn(definition, filter.column))
        made.push(index(`${name}_items_by_${filter.key}`).using('gin', loweredItems(filter.column)));
      else if (isIndexed(filter)) {
        const lowered = loweredText(filter.column);
        // Values of a choice are read one by one in the database's own order; lookups are searched by their beginning.
        made.push(
          index(`${name}_values_by_${filter.key}`).on(filter.kind === 'lookup' ? byBeginning(lowered) : lowered, ...newest),
        );
      }
    }
  }
  for (const { by, value } of linkedValues[definition.name] ?? [])
    made.push(index(`${name}_linked_by_${by}`).on(value, ...newest));
  return made;
}

/** The page of a company as links between tables compare it; null: no such address. A function of the database. */
export function linkedinKey(column: string): SQL {
  return sql`linkedin_key(${sql.identifier(column)})`;
}

/**
 * A name as it is compared if no row has it letter by letter. A function of the database. @param hasForms whether it is
 * the name of a company, whose legal form does not count
 */
export function nameKey(column: string, hasForms: boolean): SQL {
  return sql`name_key(${sql.identifier(column)}, ${sql.raw(String(hasForms))})`;
}

/** The person in an address at LinkedIn; null: no such address. A function of the database. */
export function memberKey(column: string): SQL {
  return sql`member_key(${sql.identifier(column)})`;
}

/** Columns with addresses of people at LinkedIn, by which rows are found. */
export const memberColumns: Readonly<Record<string, string>> = { people: 'linkedin_url' };
/** Columns with pages of companies at LinkedIn, by which rows are found. */
export const linkedinColumns: Readonly<Record<string, string>> = { companies: 'linkedin_url', shopify: 'linkedin' };
/** Columns with emails by which rows are found, in any letter case. */
export const emailColumns: Readonly<Record<string, string>> = { people: 'email' };

/**
 * Values by which rows are found and that no filter compares: from rows of other tables (`records/table-links.ts`), from
 * lists (`match`), and from searches for an address.
 */
const linkedValues: Readonly<Record<string, readonly { readonly by: string; readonly value: SQL }[]>> = {
  companies: [
    { by: 'linkedin', value: linkedinKey('linkedin_url') },
    { by: 'name', value: sql`lower(${sql.identifier('name')})` },
    { by: 'name_key', value: nameKey('name', true) },
  ],
  investors: [
    { by: 'name', value: sql`lower(${sql.identifier('name')})` },
    { by: 'name_key', value: nameKey('name', true) },
  ],
  people: [
    { by: 'email', value: sql`lower(${sql.identifier('email')})` },
    { by: 'name', value: sql`lower(${sql.identifier('name')})` },
    { by: 'name_key', value: nameKey('name', false) },
    { by: 'member', value: memberKey('linkedin_url') },
  ],
  shopify: [
    { by: 'linkedin', value: linkedinKey('linkedin') },
    { by: 'name', value: sql`lower(${sql.identifier('merchant_name')})` },
    { by: 'name_key', value: nameKey('merchant_name', true) },
  ],
  'tiktok-videos': [{ by: 'sound', value: sql`${sql.identifier('sound_id')}` }],
};

/** Finds whole values and their beginnings, whatever the database's collation; it keeps no order that a list could have. */
function byBeginning(value: SQL): SQL {
  return sql`${value} text_pattern_ops`;
}

export function isListColumn(definition: TableDefinition, field: string): boolean {
  return definition.columns.some((column) => column.field === field && column.kind === 'list');
}

/** An index pays off for values with few rows each, but not for values that split a table into a few parts. */
export function isIndexed(filter: FilterDefinition): boolean {
  return filter.kind === 'lookup' || (filter.kind === 'choice' && filter.options.length > 12);
}
