/** Rows of the data tables. They belong to the installation, so no statement here names an account. */
import { PAGE_SIZES } from '@leadloom/shared/contract/list-parameters';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { databaseName } from '../../schema/data-table.ts';
import { isIndexWalk } from './list/index-walk.ts';
import type { NamedChoice } from './list/named-choice.ts';
import {
  chosenPageStatement,
  countedPageStatement,
  gatheredPageStatement,
  type ListChoice,
  pageStatement,
  type RowsPlan,
  rowStatement,
  spacedPositionsStatement,
} from './list/page-statement.ts';
import { type Position, positionOfRow } from './list/position.ts';
import type { RawCell } from './list/write-row.ts';
import { asWritten, type Query, readCells, toQuery } from './read-cells.ts';

/** The maximum number of prepared statements per connection; each takes memory in each connection. */
const PREPARED_LIMIT = 200;
/** Page sizes worth preparing: those of the screens, the largest among them. */
const PREPARED_SIZES: readonly number[] = PAGE_SIZES;
/** The maximum number of cached statement texts, some of them with many values. */
const FIRST_PAGES_LIMIT = 500;

type Row = Omit<Position, 'index'>;

export interface Page {
  /** Rows in the list's order, whichever way they were read. */
  readonly rows: readonly (readonly RawCell[])[];
  /** The table's version at that moment; null without a row. */
  readonly version: number | null;
  readonly ends: { readonly first: Row; readonly last: Row } | null;
}

/** The prepared name of each text: the same in every connection. */
const names = new Map<string, string>();
/** First pages, which are requested most often, by list and size. */
const firstPages = createBoundedCache<Query>(FIRST_PAGES_LIMIT);

export async function readPage(database: Database, choice: NamedChoice, plan: RowsPlan, isIdsFirst: boolean): Promise<Page> {
  const isWhole = plan.within === undefined && plan.among === undefined;
  const isFirst = plan.from === null && plan.skip === 0 && plan.heading === 'forward' && isWhole;
  const query = isFirst ? firstPageQuery(choice, plan) : toQuery(pageStatement(choice, plan, isIdsFirst));
  const found = await readCells(database, query);
  if (plan.heading === 'backward') found.reverse();
  return pageOf(choice, found);
}

/** The rows of these ids, in the order of the ids. Rows that are not there are left out. */
export async function readChosenPage(database: Database, choice: ListChoice, ids: readonly number[]): Promise<Page> {
  return pageOf(choice, await readCells(database, toQuery(chosenPageStatement(choice, ids))));
}

/** If one plan is best for every value, it is enough to plan once. */
function firstPageQuery(choice: NamedChoice, plan: RowsPlan): Query {
  const key = `${choice.listName} ${plan.take}`;
  const known = firstPages.get(key);
  if (known !== undefined) return known;
  const query = toQuery(pageStatement(choice, plan));
  const isWorthIt = PREPARED_SIZES.includes(plan.take) && isIndexWalk(choice);
  const name = isWorthIt ? preparedName(query.text) : null;
  const kept = name === null ? query : { ...query, name };
  firstPages.set(key, kept);
  return kept;
}

function pageOf(choice: ListChoice, found: readonly (readonly RawCell[])[]): Page {
  const { definition } = choice;
  const [first, last] = [found[0], found.at(-1)];
  return {
    rows: found,
    version: versionIn(definition, first),
    ends:
      first === undefined || last === undefined
        ? null
        : { first: positionOfRow(choice, first), last: positionOfRow(choice, last) },
  };
}

/** Page, total and version at the same moment. */
interface CountedPage extends Page {
  readonly total: number;
  readonly version: number;
}

export async function readCountedPage(database: Database, choice: ListChoice, skip: number, take: number): Promise<CountedPage> {
  return countedPage(choice, await readCells(database, toQuery(countedPageStatement(choice, skip, take))));
}

interface GatheredRows {
  readonly skip: number;
  readonly take: number;
  /** The most rows; null: no limit. */
  readonly bound: number | null;
  /** The row before the first one to read; default: the list's beginning. */
  readonly passed?: RowsPlan['from'];
}

/** Reads a page of all found rows; null: there are more of them than the bound. */
export async function readGatheredPage(
  database: Database,
  choice: ListChoice,
  { skip, take, bound, passed = null }: GatheredRows,
): Promise<CountedPage | null> {
  const statement = gatheredPageStatement(choice, skip, take, bound, passed);
  const page = countedPage(choice, await readCells(database, toQuery(statement)));
  return bound !== null && page.total > bound ? null : page;
}

function countedPage(choice: ListChoice, answered: readonly (readonly RawCell[])[]): CountedPage {
  const id = choice.definition.columns.length;
  const [any] = answered;
  const found = answered.filter((cells) => cells[id] !== null);
  return { ...pageOf(choice, found), version: Number(any?.[id + 2]), total: Number(any?.[id + 3]) };
}

/** Reads one row's cells, with the version of the table; null: there is no such row. */
export async function readRow(database: Database, definition: TableDefinition, id: number): Promise<readonly RawCell[] | null> {
  const [row] = await readCells(database, { ...toQuery(rowStatement(definition, id)), name: `table_row_${definition.name}` });
  return row ?? null;
}

/** Positions of the first row of a walk and of every `step`-th row after it. The version is null if there is none. */
export async function readSpacedPositions(
  database: Database,
  choice: ListChoice,
  plan: RowsPlan,
  step: number,
  positions: number,
) {
  const found = await readCells(database, toQuery(spacedPositionsStatement(choice, plan, step, positions)));
  const version = found[0]?.[2] ?? null;
  return {
    positions: found.map(([key, id]): Row => ({ key: key ?? null, id: Number(id) })),
    version: version === null ? null : Number(version),
  };
}

export async function readVersion(database: Database, definition: TableDefinition): Promise<number> {
  const { rows } = await database.execute<{ version: string }>(
    sql`select version from table_versions where table_name = ${databaseName(definition)}`,
  );
  return Number(rows[0]?.version);
}

/** The versions of all tables, by their name in the database. */
export async function readVersions(database: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.$client.query<[string, string]>({
    name: 'table_versions',
    text: 'select table_name, version from table_versions',
    rowMode: 'array',
    types: asWritten,
  });
  return new Map(rows.map(([table, version]) => [table, Number(version)]));
}

export interface Deletion {
  /** The reason shown to programs that keep copies; default: `removed`. */
  readonly reason?: string;
  /** Runs last in the same transaction; if it throws, nothing is deleted. @param deleted how many rows there were */
  readonly alongside?: (transaction: Transaction, deleted: number) => Promise<void>;
}

/** @returns how many there were */
export async function deleteRows(
  database: Database,
  definition: TableDefinition,
  ids: readonly number[],
  { reason, alongside }: Deletion = {},
): Promise<number> {
  return database.transaction(async (transaction) => {
    if (reason !== undefined) await transaction.execute(sql`select set_config('leadloom.delete_reason', ${reason}, true)`);
    const { rowCount } = await transaction.execute(
      sql`delete from ${sql.identifier(databaseName(definition))} where id = any(${sql.param(ids)}::bigint[])`,
    );
    const deleted = rowCount ?? 0;
    await alongside?.(transaction, deleted);
    return deleted;
  });
}

/** Ids of the rows with one of the canonical keys. */
export async function findIdsByKey(
  database: Database,
  definition: TableDefinition,
  keys: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from ${sql.identifier(databaseName(definition))} where canonical_key = any(${sql.param(keys)}::text[])`,
  );
  return rows.map(({ id }) => Number(id));
}

function preparedName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size === PREPARED_LIMIT) return null;
  const name = `table_page_${names.size}`;
  names.set(text, name);
  return name;
}

function versionIn({ columns }: TableDefinition, cells: readonly RawCell[] | undefined): number | null {
  const version = cells?.[columns.length + 2] ?? null;
  return version === null ? null : Number(version);
}
