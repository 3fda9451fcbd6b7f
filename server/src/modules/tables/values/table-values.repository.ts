/** Values found in a column. Names come from definitions, values are bound. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { databaseName, isListColumn } from '../../../schema/data-table.ts';

/** A column of a table. */
export interface ValueSource {
  readonly definition: TableDefinition;
  readonly field: string;
}

/** The most frequent first, equally frequent ones by their text. Reads the whole table. */
export async function readFrequentValues(database: Database, source: ValueSource, limit: number): Promise<string[]> {
  return readValues(
    database,
    sql`select value from ${valuesOf(source)} group by value order by count(*) desc, value limit ${limit}`,
  );
}

/**
 * Values other than the known ones.
 * @param isIndexed an index starts with the column, so values are read one by one instead of all rows
 */
export async function readOtherValues(
  database: Database,
  source: ValueSource,
  { known, isIndexed, limit }: { readonly known: readonly string[]; readonly isIndexed: boolean; readonly limit: number },
): Promise<string[]> {
  const isOther = sql`value <> all(${sql.param(known)}::text[])`;
  if (!isIndexed)
    return readValues(database, sql`select distinct value from ${valuesOf(source)} where ${isOther} limit ${limit}`);
  const table = sql.identifier(databaseName(source.definition));
  const column = sql.identifier(source.field);
  return readValues(
    database,
    sql`with recursive met as (
        select min(${column}) as value from ${table}
        union all
        select (select ${column} from ${table} where ${column} > met.value order by ${column} limit 1) from met where met.value is not null
      ) select value from met where value is not null and ${isOther} limit ${limit}`,
  );
}

/**
 * Values that start with the prefix, read from the column's index.
 * @param isLowered the index holds them in lower case, like `prefix`
 */
export async function readValuesWithPrefix(
  database: Database,
  { definition, field }: ValueSource,
  { prefix, isLowered, limit }: { readonly prefix: string; readonly isLowered: boolean; readonly limit: number },
): Promise<string[]> {
  const column = sql.identifier(field);
  const compared = isLowered ? sql`lower(${column})` : column;
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  return readValues(
    database,
    sql`select distinct ${column} collate "C" as value from ${sql.identifier(databaseName(definition))} where ${compared} like ${pattern} order by 1 limit ${limit}`,
  );
}

/** The number of rows with each value, read from the column's index alone. Values without rows are absent. */
export async function countValues(
  database: Database,
  { definition, field }: ValueSource,
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const column = sql.identifier(field);
  const { rows } = await database.execute<{ value: string; total: string }>(
    sql`select ${column} as value, count(*) as total from ${sql.identifier(databaseName(definition))}
      where ${column} = any(${sql.param(values)}::text[]) group by ${column}`,
  );
  return new Map(rows.map(({ value, total }) => [value, Number(total)]));
}

/** Whether the list of any row contains the value. */
export async function isListed(database: Database, { definition, field }: ValueSource, value: string): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select 1 from ${sql.identifier(databaseName(definition))} where ${sql.identifier(field)} @> array[${value}] limit 1`,
  );
  return rows.length > 0;
}

function valuesOf({ definition, field }: ValueSource): SQL {
  const column = sql.identifier(field);
  const value = isListColumn(definition, field) ? sql`unnest(${column})` : column;
  return sql`(select ${value} as value from ${sql.identifier(databaseName(definition))} where ${column} is not null) met`;
}

async function readValues(database: Database, statement: SQL): Promise<string[]> {
  const { rows } = await database.execute<{ value: string }>(statement);
  return rows.map(({ value }) => value);
}
