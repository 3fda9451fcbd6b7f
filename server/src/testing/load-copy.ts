/** Copies of data tables in an engine, filled at once from a database, and a reading of them without a feeder. */

import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading } from '../column-store/column-store.ts';
import { copiedColumns } from '../column-store/copied-columns.ts';
import { createCopyTables, dropCopyTables, type Layout, STILL } from '../column-store/copy-ddl.ts';
import { copyName, wordsName } from '../column-store/copy-names.ts';
import type { EngineClient } from '../column-store/engine-client.ts';
import { toEngineStatement } from '../column-store/engine-statement.ts';
import type { Database } from '../database/database.ts';
import { databaseName } from '../schema/data-table.ts';

/** The version that all rows of these copies are of. */
const VERSION = 1;

/** Makes the copy of a table anew. */
export async function loadCopy(engine: EngineClient, database: Database, definition: TableDefinition): Promise<void> {
  const [[own] = []] = await engine.rows({ text: 'select currentDatabase()', parameters: {} });
  const layout: Layout = { database: String(own), cluster: null, isReplicated: false };
  const columns = copiedColumns(definition);
  const copy = copyName(definition);
  const run = (text: string) => engine.run({ text, parameters: {} });
  for (const statement of [...dropCopyTables(layout, copy), ...createCopyTables(layout, definition)]) await run(statement);
  const cells = columns.map(({ name, from }) => sql`${from} as ${sql.identifier(name)}`);
  const { rows } = await database.execute<{ line: string }>(sql`select row_to_json(copied)::text as line
    from (select id, ${sql.join(cells, sql`, `)}, ${VERSION}::bigint as since, ${STILL}::numeric as until
      from ${sql.identifier(databaseName(definition))}) copied`);
  await engine.insert(copy, rows.map(({ line }) => `${line}\n`).join(''));
  for (const { name } of columns.filter(({ isWords }) => isWords === true))
    await run(`insert into "${wordsName(copy)}" select distinct '${name}', arrayJoin("${name}") from "${copy}"`);
}

/** Reads the copies as they are. */
export function readingOf(engine: EngineClient): ColumnReading {
  const statementOf = (statement: SQL) => toEngineStatement(statement);
  return {
    versionOf: () => VERSION,
    tableOf: (definition) => sql`${sql.identifier(copyName(definition))}`,
    isVisible: () => sql`since <= ${VERSION} and until > ${VERSION}`,
    wordsBeginning: (definition, column, beginning) =>
      sql`select word from ${sql.identifier(wordsName(copyName(definition)))} where filter = ${column} and startsWith(word, ${beginning})`,
    rows: (statement) => engine.rows(statementOf(statement)),
    stream: (statement) => engine.stream(statementOf(statement)),
  };
}
