/** `pnpm data import`: one file into one table. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { importFile } from '../../../server/src/modules/imports/import-file.ts';
import type { LoadOptions } from '../../../server/src/modules/imports/load-records.ts';
import { importLoggedFile } from '../../../server/src/modules/imports/log/import-logged-file.ts';
import { type MappingFile, readMapping } from '../../../server/src/modules/imports/mapping/read-mapping.ts';
import { type DateOrder, dateOrders } from '../../../server/src/modules/imports/rows/cells/read-moment.ts';
import { readEncoding } from '../../../server/src/modules/imports/source/read-encoding.ts';
import { openSuppressionKey } from '../../../server/src/modules/suppression/suppression-key.service.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import { SAMPLE_SOURCE } from '../../../server/src/schema/data-table.ts';
import { HEADER_LINE_LIMIT } from '../../../shared/src/contract/header-line-limit.ts';
import type { ImportReport } from '../../../shared/src/contract/tables.ts';
import { type TableName, tableByName } from '../../../shared/src/tables/tables.ts';
import type { Terminal } from '../terminal.ts';
import { createFoldedRowsFile } from './folded-rows-file.ts';
import { withDatabase } from './open-database.ts';
import { createProgress } from './progress.ts';
import { createRejectsFile } from './rejects-file.ts';
import { filePath, readArguments, readTable, readWholeNumber, UsageError } from './usage.ts';

const READ_BYTES = 128 * 1024;
const MAX_REJECTS = 1_000_000_000;
const SOURCE_LIMIT = 255;

const options = {
  'dry-run': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  'max-rejects': { type: 'string' },
  rejects: { type: 'string' },
  mapping: { type: 'string' },
  'no-header': { type: 'boolean', default: false },
  'header-line': { type: 'string' },
  'keep-known': { type: 'boolean', default: false },
  'blank-unreadable': { type: 'string', default: 'yes' },
  'date-order': { type: 'string' },
  source: { type: 'string' },
  format: { type: 'string' },
  encoding: { type: 'string' },
  sheet: { type: 'string' },
  entry: { type: 'string' },
} as const;

interface ImportPlan {
  readonly table: TableName;
  /** The path of the file; null: standard input. */
  readonly path: string | null;
  readonly name: string;
  /** The path that the operator chose; null: next to the file. */
  readonly rejectsPath: string | null;
  /** The path without the ending that says the format. */
  readonly shadowPath: string;
  readonly bytesTotal: number | null;
  readonly file: {
    readonly format: 'csv' | 'jsonl' | null;
    readonly encoding: string | null;
    readonly mustBeGzip: boolean;
    readonly mapping: MappingFile;
    readonly hasHeader: boolean;
    readonly headerLine: number | null;
    readonly sheet: string | null;
    readonly entry: string | null;
  };
  readonly load: {
    readonly source: string;
    readonly maxRejects: number | null;
    readonly keepsKnown: boolean;
    readonly refusesUnreadable: boolean;
    readonly dateOrder: DateOrder | null;
    readonly isDryRun: boolean;
  };
}

export async function importCommand(args: readonly string[], config: Config, terminal: Terminal): Promise<number> {
  const plan = readPlan(args);
  const rejects = createRejectsFile((kind) => plan.rejectsPath ?? `${plan.shadowPath}.rejects.${kind}`);
  const folded = createFoldedRowsFile(`${plan.shadowPath}.folded.csv`);
  const input = plan.path === null ? terminal.input : createReadStream(plan.path, { highWaterMark: READ_BYTES });
  let bytesRead = 0;
  const progress = createProgress({ bytesRead: () => bytesRead, bytesTotal: plan.bytesTotal, output: terminal.errors });
  async function* counted(source: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  let written: string | null = null;
  let writtenFolded: string | null = null;
  try {
    const { id, report } = await withDatabase(
      config,
      async (database) => {
        const suppressionKey = await openSuppressionKey(database, await openSecrets(config));
        return load(database, plan, counted(input), {
          onOpen: rejects.open,
          onReject: rejects.add,
          onFolded: folded.add,
          onProgress: progress.update,
          suppressionKey,
        });
      },
      { errors: terminal.errors },
    );
    progress.end();
    written = rejects.end();
    writtenFolded = folded.end();
    folded.removeOld();
    // At the default path, the file of an earlier run is out of date.
    if (plan.rejectsPath === null) rejects.removeOld();
    terminal.output.write(summary(plan, report, id));
    return report.rejected > 0 && report.rejected === report.rows_read ? 2 : 0;
  } catch (error) {
    progress.end();
    written = rejects.end();
    folded.end();
    throw error;
  } finally {
    input.destroy();
    if (written !== null) terminal.errors.write(`refused rows: ${written}\n`);
    if (writtenFolded !== null) terminal.errors.write(`folded rows: ${writtenFolded}\n`);
  }
}

/** An import that may write is in the log. */
async function load(
  database: Database,
  plan: ImportPlan,
  bytes: AsyncIterable<Buffer>,
  told: Pick<LoadOptions, 'onOpen' | 'onReject' | 'onFolded' | 'onProgress' | 'suppressionKey'>,
): Promise<{ readonly id: string | null; readonly report: ImportReport }> {
  const definition = tableByName(plan.table);
  const options = { ...plan.file, ...plan.load, ...told, now: new Date() };
  if (plan.load.isDryRun) return { id: null, report: await importFile(database, definition, bytes, options) };
  return importLoggedFile(database, definition, { name: plan.name, bytes }, options);
}

/** @throws {UsageError} for every mistake that can be found before reading the file */
function readPlan(args: readonly string[]): ImportPlan {
  const { values, positionals } = readArguments(
    // Where the option is named without a value, it means yes.
    args.map((argument) => (argument === '--blank-unreadable' ? `${argument}=yes` : argument)),
    options,
  );
  const [tableName, file, extra] = positionals;
  const table = readTable(tableName);
  if (file === undefined) throw new UsageError('name a file, or "-" for standard input');
  if (extra !== undefined) throw new UsageError(`"${extra}" is an unexpected argument`);
  const path = file === '-' ? null : filePath(file);
  const name = path === null ? 'standard input' : basename(path);
  const rejectsPath = values.rejects === undefined ? null : filePath(values.rejects);
  if (rejectsPath !== null && rejectsPath === path) throw new UsageError('--rejects must not be the input file');
  if (values.strict && values['max-rejects'] !== undefined) throw new UsageError('--strict is --max-rejects 0; give one of them');
  return {
    table,
    path,
    name,
    rejectsPath,
    shadowPath: path ?? filePath(table),
    bytesTotal: path === null ? null : sizeOf(file, path),
    file: {
      format: readFormat(values.format, name),
      encoding: values.encoding === undefined ? null : knownEncoding(values.encoding),
      mustBeGzip: /\.gz$/i.test(name),
      mapping: values.mapping === undefined ? {} : readMappingOption(values.mapping),
      hasHeader: !values['no-header'],
      headerLine: readHeaderLine(values['header-line'], values['no-header']),
      sheet: values.sheet ?? null,
      entry: values.entry ?? null,
    },
    load: {
      source: readSource(values.source ?? name),
      maxRejects: values.strict ? 0 : readMaxRejects(values['max-rejects']),
      keepsKnown: values['keep-known'],
      refusesUnreadable: !readYes('blank-unreadable', values['blank-unreadable']),
      dateOrder: readDateOrder(values['date-order']),
      isDryRun: values['dry-run'],
    },
  };
}

function readSource(source: string): string {
  if (source.trim() === '' || source.length > SOURCE_LIMIT)
    throw new UsageError(`--source must have 1 to ${SOURCE_LIMIT} characters`);
  if (source !== SAMPLE_SOURCE) return source;
  throw new UsageError(`"${SAMPLE_SOURCE}" is reserved for sample rows; choose another --source`);
}

/** The size of the file; null for pipes, whose size is unknown. */
function sizeOf(file: string, path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`there is no file ${file}`);
  if (found.isDirectory()) throw new UsageError(`${file} is a directory`);
  return found.isFile() ? found.size : null;
}

function readMaxRejects(text: string | undefined): number | null {
  return text === undefined ? null : readWholeNumber('max-rejects', text, { min: 0, max: MAX_REJECTS });
}

function readHeaderLine(text: string | undefined, hasNone: boolean): number | null {
  if (text === undefined) return null;
  if (hasNone) throw new UsageError('--no-header and --header-line contradict each other; give one of them');
  return readWholeNumber('header-line', text, { min: 1, max: HEADER_LINE_LIMIT });
}

function readYes(option: string, text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError(`--${option} must be yes or no`);
}

function readDateOrder(text: string | undefined): DateOrder | null {
  const order = dateOrders.find((known) => known === text);
  if (text === undefined || order !== undefined) return order ?? null;
  throw new UsageError(`--date-order must be ${dateOrders.slice(0, -1).join(', ')} or ${dateOrders.at(-1)}`);
}

function readFormat(text: string | undefined, name: string): 'csv' | 'jsonl' | null {
  if (text === 'csv' || text === 'jsonl') return text;
  if (text !== undefined) throw new UsageError('--format must be csv or jsonl');
  const [, ending = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(name) ?? [];
  if (/^(?:csv|tsv)$/i.test(ending)) return 'csv';
  return /^(?:jsonl|ndjson)$/i.test(ending) ? 'jsonl' : null;
}

function knownEncoding(label: string): string {
  const encoding = readEncoding(label);
  if (encoding === null) throw new UsageError(`--encoding: "${label}" is no encoding`);
  return encoding;
}

function readMappingOption(option: string): MappingFile {
  const isInline = option.trimStart().startsWith('{');
  const text = isInline ? option : mappingText(option);
  const mapping = readMapping(text);
  if (mapping !== null) return mapping;
  throw new UsageError(
    `--mapping: ${isInline ? 'it' : option} must hold a JSON object of headers and columns, such as {"Firm": "name", "Notes": null}`,
  );
}

function mappingText(file: string): string {
  try {
    return readFileSync(filePath(file), 'utf8');
  } catch {
    throw new UsageError(`--mapping: ${file} cannot be read`);
  }
}

function summary({ table, name }: ImportPlan, report: ImportReport, id: string | null): string {
  const { added, changed, unchanged, duplicates, rejected, held_back: heldBack } = report;
  const held = heldBack > 0 ? { 'held back': heldBack } : {};
  const figures = { read: report.rows_read, added, changed, unchanged, duplicates, rejected, ...held };
  const columns = Object.entries(report.changed_columns).map(([column, rows]) => `${column} ${rows.toLocaleString('en')}`);
  const unread = Object.entries(report.mapping).flatMap(([header, column]) => (column === null ? [`"${header}"`] : []));
  const lines = [
    `${name} → ${table}`,
    ...Object.entries(figures).map(([label, rows]) => `  ${label.padEnd(11)}${rows.toLocaleString('en').padStart(13)}`),
    ...report.notices.map((notice) => `  ${notice}`),
    ...(columns.length > 0 ? [`  changed columns: ${columns.join(', ')}`] : []),
    ...report.left_blank
      .slice(0, 5)
      .map(
        ({ column, value, rows }) =>
          `  left blank: ${column} ${blankText(value)} in ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`,
      ),
    ...(unread.length > 0 ? [`  not read: ${unread.slice(0, 40).join(', ')}`] : []),
    ...report.rejects.slice(0, 5).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(report.is_dry_run ? ['This was a dry run; nothing was written.'] : []),
    ...(id !== null && report.added + report.changed > 0 ? [`  to undo it: pnpm data undo ${id}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function blankText(value: string | null): string {
  return value === null ? 'for other values' : `"${value}"`;
}
