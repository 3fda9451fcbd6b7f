/**
 * Exact totals of filtered lists. Without filters, the count stored with the table's version is used. Conditions whose tests
 * all have bitmaps are counted by them. Everything else is counted by rows, and so is any list while too much of the table has
 * changed for its bitmaps to help. What bitmaps do not tell is counted by the column store, where there is one that has the table's
 * version.
 */
import type { Condition, NotCondition } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import { readTogether } from '../../../database/abortable-reads.ts';
import type { Connection, Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { conditionBits } from '../filters/condition-bits.ts';
import { conditionSql } from '../filters/condition-sql.ts';
import { type CrmRows, createCrmRows, crmTests } from '../filters/crm-rows.ts';
import { askerOf, countOfMarks } from '../filters/my-filters.ts';
import { keepTables } from '../one-moment.ts';
import { bitmapCount } from '../totals/bitmap-count.ts';
import { isWorthIt, readBitmapState } from '../totals/bitmap-state.ts';
import { foundCount } from './found-rows.ts';

/** How often a count is retried because chunks changed before it ran. */
const TRIES = 3;
export interface Total {
  readonly total: number;
  /** The table's version of the total. */
  readonly version: number;
}

export async function countRows(
  database: Database,
  definition: TableDefinition,
  filters: TableFilters,
  columnStore: ColumnStore | null = null,
  crmRows: CrmRows = createCrmRows(),
): Promise<Total> {
  const condition = filterCondition(definition, filters);
  if (isAllButSamples(condition)) return countAllButSamples(database, definition, condition);
  const bits = conditionBits(definition, condition);
  if (bits === null && crmTests(condition).length > 0) {
    const counted = await countWithCrm(database, definition, filters, crmRows);
    return counted ?? countPlainly(database, definition, filters);
  }
  if (bits === null) {
    const counted = await countInColumnStore(columnStore, database, definition, filters);
    return counted ?? countPlainly(database, definition, filters);
  }
  let state = await readBitmapState(database, definition);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (bits.kind === 'rows') return { total: state.rowCount, version: state.version };
    if (!isWorthIt(state)) break;
    const statement = bitmapCount(definition, bits, conditionSql({ definition, asker: null }, condition), state.dirty);
    if (statement === null) break;
    const answer = await runCount(database, statement);
    if (answer.isUncounted) break;
    if (isSame(answer.dirty, state.dirty)) return answer;
    state = { ...answer, rowCount: state.rowCount };
  }
  return countPlainly(database, definition, filters);
}

/** Bitmaps and records are read at one moment. null: the condition has other tests that bitmaps do not tell, or too much changed. */
async function countWithCrm(
  database: Database,
  definition: TableDefinition,
  filters: TableFilters,
  crmRows: CrmRows,
): Promise<Total | null> {
  const asker = askerOf(filters);
  const condition = filterCondition(definition, filters);
  return readTogether(await database.$client.connect(), keepTables([definition]), async (connection) => {
    const state = await readBitmapState(connection, definition);
    if (!isWorthIt(state)) return null;
    const crm = await crmRows.read(connection, { definition, asker }, condition, state.version);
    const bits = conditionBits(definition, condition, crm);
    if (asker === null || crm === null || bits === null) return null;
    const byRows = conditionSql({ definition, asker: { ...asker, crm } }, condition);
    const statement = bitmapCount(definition, bits, byRows, state.dirty);
    const answer = statement === null ? null : await runCount(connection, statement);
    return answer === null || answer.isUncounted ? null : answer;
  });
}

/** null: an index or what is kept about rows tells the database which ones they are, or no column store counts them. */
export async function countInColumnStore(
  columnStore: ColumnStore | null,
  database: Database,
  definition: TableDefinition,
  filters: TableFilters,
): Promise<Total | null> {
  if (columnStore === null || countOfMarks(databaseName(definition), filters) !== null) return null;
  if (isFoundByIndex(definition, filterCondition(definition, filters))) return null;
  const { countInEngine } = await import('./engine-total.ts');
  return countInEngine(columnStore, database, definition, filters);
}

/** Whether one of the tests that all rows pass names few rows, which have an index that finds them. */
function isFoundByIndex(definition: TableDefinition, condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some((part) => isFoundByIndex(definition, part));
    case 'ids':
      return true;
    case 'host':
    case 'equals':
      return definition.filters.some((filter) => filter.kind === 'text' && filter.column === condition.column);
    default:
      return false;
  }
}

async function countPlainly(database: Database, definition: TableDefinition, filters: TableFilters): Promise<Total> {
  const name = databaseName(definition);
  const countMarks = countOfMarks(name, filters);
  if (countMarks !== null) {
    const { rows } = await database.execute<{ total: string; version: string }>(sql`
      select counted.total, (select version from table_versions where table_name = ${name}) as version
      from (${countMarks}) counted`);
    return { total: Number(rows[0]?.total), version: Number(rows[0]?.version) };
  }
  const { rows } = await database.execute<{ total: string; version: string }>(
    sql`select ${foundCount(definition, filters)} as total,
      (select version from table_versions where table_name = ${name}) as version`,
  );
  return { total: Number(rows[0]?.total), version: Number(rows[0]?.version) };
}

/** The number of all rows is stored, and an index of the samples alone finds them. */
function isAllButSamples(condition: Condition): condition is NotCondition {
  return condition.kind === 'not' && condition.of.kind === 'sample';
}

async function countAllButSamples(
  database: Database,
  definition: TableDefinition,
  { of: samples }: NotCondition,
): Promise<Total> {
  const name = databaseName(definition);
  const { rows } = await database.execute<{ total: string; version: string }>(
    sql`select row_count - (select count(*) from ${sql.identifier(name)} where ${conditionSql({ definition, asker: null }, samples)}) as total,
        version
      from table_versions where table_name = ${name}`,
  );
  return { total: Number(rows[0]?.total ?? 0), version: Number(rows[0]?.version ?? 0) };
}

async function runCount(database: Connection, statement: SQL) {
  const { rows } = await database.execute<{
    total: string;
    version: string;
    dirty: number[];
    is_uncounted: boolean;
  }>(statement);
  const [row] = rows;
  if (row === undefined) throw new Error('a count answered no row');
  return {
    total: Number(row.total),
    version: Number(row.version),
    dirty: row.dirty,
    isUncounted: row.is_uncounted,
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((chunk, index) => chunk === other[index]);
}
