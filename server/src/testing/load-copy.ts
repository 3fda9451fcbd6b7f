/** Copies of data tables in an engine, filled at once from a database, and a reading of them without a feeder. */
import { randomUUID } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading } from '../column-store/column-store.ts';
import { createCopyTables, createSharedTables, dropCopyTables, type Layout } from '../column-store/copy-ddl.ts';
import { copyName, wordsName } from '../column-store/copy-names.ts';
import { createCopyStatements } from '../column-store/copy-statements.ts';
import type { EngineClient } from '../column-store/engine-client.ts';
import { toEngineStatement } from '../column-store/engine-statement.ts';
import { changedColumns, changedRows, readLines } from '../column-store/feed-batch.ts';
import type { Database } from '../database/database.ts';

/** The version that all rows of these copies are of. */
const VERSION = 1;
const BATCH = 1;
const MOST_ROWS = 1_000_000;

/** Makes the copy of a table anew, by the statements of its feeder. */
export async function loadCopy(engine: EngineClient, database: Database, definition: TableDefinition): Promise<void> {
  const [[own] = []] = await engine.rows({ text: 'select currentDatabase()', parameters: {} });
  const layout: Layout = { database: String(own), cluster: null, isReplicated: false };
  const [copy, epoch] = [copyName(definition), randomUUID()];
  const say = createCopyStatements({ layout, copy, epoch });
  for (const text of [...createSharedTables(layout), ...dropCopyTables(layout, copy), ...createCopyTables(layout, definition)])
    await engine.run({ text, parameters: {} });
  await engine.run(say.becomeNewest());
  const client = await database.$client.connect();
  try {
    const { lines } = await readLines(client, changedRows(definition, { epoch, batch: BATCH }, -1, MOST_ROWS));
    if (lines !== null) await engine.insert(say.stageTarget, changedColumns(definition), lines);
  } finally {
    client.release();
  }
  await engine.run(say.store(definition, BATCH, VERSION));
  const words = say.storeWords(definition, BATCH);
  if (words !== null) await engine.run(words);
  await engine.run(say.dropStaged(epoch));
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
    // Nothing was changed since the rows were stored.
    rows: (statement) => engine.rows(statementOf(statement), { isUnpatched: true }),
    stream: (statement) => engine.stream(statementOf(statement)),
  };
}
