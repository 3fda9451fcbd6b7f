/** `pnpm data imports`: what was loaded into the tables, one line each. */
import type { Config } from '../../../server/src/config.ts';
import { stateOf, tableNameOf } from '../../../server/src/modules/imports/log/import-log.service.ts';
import { listImports, type StoredImport } from '../../../server/src/modules/imports/log/imports.repository.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { readArguments, readWholeNumber, UsageError } from './usage.ts';

const MAX_LISTED = 100_000;

export async function importsCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, { limit: { type: 'string', default: '100' } });
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const take = readWholeNumber('limit', values.limit, { min: 1, max: MAX_LISTED });
  const { rows, total } = await withDatabase(config, (database) => listImports(database, { skip: 0, take }), { errors });
  for (const row of rows) output.write(`${lineOf(row)}\n`);
  if (total === 0) errors.write('No file was imported yet.\n');
  else if (total > rows.length) errors.write(`${(total - rows.length).toLocaleString('en')} older imports: --limit ${total}\n`);
  return 0;
}

function lineOf(row: StoredImport): string {
  const counts = Object.entries({ added: row.added, changed: row.changed, refused: row.refused }).map(
    ([label, rows]) => `${rows.toLocaleString('en')} ${label}`,
  );
  const time = row.startedAt.toISOString().slice(0, 16).replace('T', ' ');
  const name = row.fileName.replaceAll(/\p{Cc}/gu, ' ');
  return [row.id, tableNameOf(row.tableName), name, time, stateOf(row), ...counts].join('  ');
}
