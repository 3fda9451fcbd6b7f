/** `pnpm data column-store`: shows the copies of data tables in the column store, has one built anew, or compares one with its table. */
import type { CopyCheck } from '../../../server/src/column-store/check-copy.ts';
import { haveRebuilt, readCopies, type SeenCopy } from '../../../server/src/column-store/copies.repository.ts';
import { copyName } from '../../../server/src/column-store/copy-names.ts';
import type { ColumnStoreSettings, Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { databaseName } from '../../../server/src/schema/data-table.ts';
import type { TableDefinition } from '../../../shared/src/tables/define-table.ts';
import { type TableName, tableByName } from '../../../shared/src/tables/tables.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { readArguments, readTable, UsageError } from './usage.ts';

export async function columnStoreCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const [action, ...rest] = readArguments(args, {}).positionals;
  if (action !== 'status' && action !== 'rebuild' && action !== 'check') throw new UsageError('say status, rebuild or check');
  const table = action === 'status' ? null : readTable(rest.shift());
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument`);
  const { columnStore } = config;
  if (columnStore === null) throw new UsageError('CLICKHOUSE_URL is not set, so there is no column store');
  let code = 0;
  await withDatabase(
    config,
    async (database) => {
      if (table === null) return void output.write((await statusLines(database, columnStore)).join(''));
      const definition = tableByName(table);
      if (action === 'rebuild') {
        if (!(await haveRebuilt(database, copyName(definition)))) throw new UsageError(`${table} is not copied`);
        return void output.write(`The copy of ${table} is built anew by a running server. Until then PostgreSQL answers.\n`);
      }
      const check = await checkOf(database, columnStore, definition);
      output.write(checkLine(table, check));
      if (check === null || !isRight(check)) code = 1;
    },
    { errors },
  );
  return code;
}

async function statusLines(database: Database, { fromRows }: ColumnStoreSettings): Promise<readonly string[]> {
  const { copies, isErasing } = await readCopies(database);
  if (copies.length === 0)
    return [`No table has ${fromRows.toLocaleString('en')} rows, from which it is copied (COLUMN_STORE_FROM).\n`];
  return [
    ...copies.map((copy) => `${copy.name}: ${stateOf(copy)}\n`),
    ...(isErasing ? ['Erasures wait for the column store.\n'] : []),
  ];
}

function stateOf({ version, tableVersion, deletionsTo, isFree, error, idleSeconds }: SeenCopy): string {
  const parts = [
    version === tableVersion ? `has version ${version}, as the table` : `has version ${version} of ${tableVersion}`,
    ...(deletionsTo === null || version === 0 ? ['is being built'] : []),
    ...(isFree ? [`nobody has fed it for ${Math.round(idleSeconds)} s`] : []),
    ...(error === null ? [] : [`the last try failed: ${error}`]),
  ];
  return parts.join(', ');
}

async function checkOf(
  database: Database,
  settings: ColumnStoreSettings,
  definition: TableDefinition,
): Promise<CopyCheck | null> {
  const { checkCopy } = await import('../../../server/src/column-store/check-copy.ts');
  const { createEngineClient } = await import('../../../server/src/column-store/engine-http.ts');
  const engine = createEngineClient(settings);
  try {
    return await checkCopy({ direct: database, engine, layout: settings }, definition);
  } finally {
    await engine.close();
  }
}

function isRight({ rows, different }: CopyCheck): boolean {
  return rows.table === rows.copy && different.length === 0;
}

function checkLine(table: TableName, check: CopyCheck | null): string {
  if (check === null) return `The copy of ${databaseName(tableByName(table))} is behind the table; nothing was compared.\n`;
  const { version, rows, different } = check;
  const counts = `${rows.table.toLocaleString('en')} rows in the table, ${rows.copy.toLocaleString('en')} in the copy`;
  if (isRight(check)) return `Version ${version}: ${counts}, and every column is the same.\n`;
  const named = different.length === 0 ? '' : `; different: ${different.join(', ')}`;
  return `Version ${version}: ${counts}${named}. Have it built anew: pnpm data column-store rebuild ${table}\n`;
}
