/** Values found in a column. Names come from definitions, values are bound. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { databaseName, isListColumn, loweredItems, loweredText } from '../../../schema/data-table.ts';

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
 * Values other than the known ones. Of values that differ in case alone there is one, since filters find them together.
 * @param isIndexed an index starts with the column, so values are read one by one instead of all rows
 */
export async function readOtherValues(
  database: Database,
  source: ValueSource,
  { known, isIndexed, limit }: { readonly known: readonly string[]; readonly isIndexed: boolean; readonly limit: number },
): Promise<string[]> {
  const isOther = sql`lower(value) <> all(lower_items(${sql.param(known)}::text[]))`;
  if (!isIndexed)
    return readValues(
      database,
      sql`select min(value) as value from ${valuesOf(source)} where ${isOther} group by lower(value) limit ${limit}`,
    );
  const column = sql.identifier(source.field);
  const lowered = loweredText(source.field);
  const next = (after: SQL) => sql`select ${column} as value from ${sql.identifier(databaseName(source.definition))}
    where ${after} order by ${lowered} limit 1`;
  return readValues(
    database,
    sql`with recursive met as (
        (${next(sql`${column} is not null`)})
        union all
        select next.value from met cross join lateral (${next(sql`${lowered} > lower(met.value)`)}) next
      ) select value from met where ${isOther} limit ${limit}`,
  );
}

/** Values that start with the prefix, read from the column's index. @param prefix in lower case, as the index holds the values */
export async function readValuesWithPrefix(
  database: Database,
  { definition, field }: ValueSource,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<string[]> {
  const column = sql.identifier(field);
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  return readValues(
    database,
    sql`select distinct ${column} collate "C" as value from ${sql.identifier(databaseName(definition))} where ${loweredText(field)} like ${pattern} order by 1 limit ${limit}`,
  );
}

/** The number of rows with each value in any letter case, read from the column's index alone. Values without rows are absent. */
export async function countValues(
  database: Database,
  { definition, field }: ValueSource,
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.execute<{ value: string; total: string }>(
    sql`select wanted.value, count(*) as total from unnest(${sql.param(values)}::text[]) as wanted (value)
      join ${sql.identifier(databaseName(definition))} on ${loweredText(field)} = lower(wanted.value) group by wanted.value`,
  );
  return new Map(rows.map(({ value, total }) => [value, Number(total)]));
}

/** Whether the list of any row contains the value. */
export async function isListed(database: Database, { definition, field }: ValueSource, value: string): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select 1 from ${sql.identifier(databaseName(definition))} where ${loweredItems(field)} @> lower_items(array[${value}]) limit 1`,
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
