/** `pnpm data export`: a table, or the filtered part of it, as CSV or as a workbook. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../server/src/config.ts';
import { copyTable } from '../../../server/src/modules/exports/copy-table.ts';
import { endpointsByName } from '../../../shared/src/contract/tables.ts';
import { type FileFormat, fileFormats } from '../../../shared/src/domain/file-format.ts';
import { tableParameters } from '../../../shared/src/tables/filter-parameters.ts';
import { filterShape, normalFilters, type TableFilters } from '../../../shared/src/tables/filter-query.ts';
import { splitList } from '../../../shared/src/tables/list-values.ts';
import { type TableName, tableByName } from '../../../shared/src/tables/tables.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { filePath, readArguments, readTable, UsageError } from './usage.ts';

export async function exportCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    filter: { type: 'string', multiple: true, default: [] },
    format: { type: 'string' },
  });
  const [tableName, file, extra] = positionals;
  const table = readTable(tableName);
  const definition = tableByName(table);
  if (extra !== undefined) throw new UsageError(`"${extra}" is an unexpected argument`);
  const filters = readFilters(table, values.filter);
  const format = readFormat(values.format, file ?? '-');
  await withDatabase(
    config,
    async (database) => {
      const rows = await copyTable(database, { definition, filters, format });
      if (file === undefined || file === '-') await pipeline(rows, output, { end: false }).catch(unlessClosed);
      else await writeWhole(filePath(file), (partial) => pipeline(rows, createWriteStream(partial)));
    },
    { errors },
  );
  return 0;
}

/** @param file whose ending decides if no option does @throws {UsageError} */
function readFormat(option: string | undefined, file: string): FileFormat {
  if (option === undefined) return /\.xlsx$/i.test(file) ? 'xlsx' : 'csv';
  const known = fileFormats.find((format) => format === option);
  if (known === undefined) throw new UsageError(`--format: "${option}" is not ${fileFormats.join(' or ')}`);
  return known;
}

/** The reader may close the pipe early, as `head` does. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

/** Writes to a partial file first, so that the named file is always complete. */
async function writeWhole(path: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  try {
    await write(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    const reason = error instanceof Error && 'syscall' in error ? error.message : null;
    throw reason === null ? error : new UsageError(`the file cannot be written: ${reason}`);
  }
}

/** @throws {UsageError} for a filter the table does not have, or a value it does not take */
function readFilters(table: TableName, texts: readonly string[]): TableFilters {
  const definition = tableByName(table);
  const shape = filterShape(definition);
  const parameters = tableParameters(definition);
  const values: Record<string, string | readonly string[]> = {};
  for (const text of texts) {
    const [, key = '', written = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (!Object.hasOwn(shape, key))
      throw new UsageError(`--filter: "${text}" is no key=value of this table; keys are ${Object.keys(shape).join(', ')}`);
    const value = parameters.get(key)?.form === 'list' ? splitList(readValue(written)) : readValue(written);
    const before = values[key];
    values[key] = before === undefined ? value : [before, value].flat();
  }
  const parsed = endpointsByName(table).export.query.safeParse(values);
  if (parsed.success) return normalFilters(definition, parsed.data);
  const issue = parsed.error.issues[0];
  throw new UsageError(`--filter ${issue?.path[0]?.toString() ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/** The value is decoded as in an address, from which it may be copied; but `200+` and `R&D` are typed as they are. */
function readValue(written: string): string {
  const search = `value=${written.replaceAll('+', '%2B').replaceAll('&', '%26')}`;
  return new URLSearchParams(search).get('value') ?? '';
}
