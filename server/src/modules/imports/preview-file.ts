/**
 * Reads a file without loading it: its form, the table it fits, what its columns mean, and how much of them can be read.
 * At most a number of rows is read.
 */
import { HEADERS_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { AppError } from '../../http/app-error.ts';
import { openSource } from './import-file.ts';
import { compareTables, isClear, sentence } from './preview/compare-tables.ts';
import { beginningOf } from './preview/preview-beginning.ts';
import { type PreviewOptions, readPreview } from './preview/read-preview.ts';
import { commentsInWords } from './source/foreign/comment-rows.ts';
import { type FileContent, type OpenedContent, openContent } from './source/open-content.ts';
import type { FileLine } from './source/record-source.ts';

/** Stands in the place of a required column that nothing fills, so that the others can be shown. */
const STAND_IN = 'missing';
const CELL_LENGTH = 200;

/** The preview of a file, whose name is not known here. */
export type FilePreview = Omit<ImportPreview, 'name'>;

/** @param table null: the one that fits best @throws {AppError} IMPORT.UNREADABLE */
export async function previewFile(
  table: TableName | null,
  bytes: AsyncIterable<Uint8Array>,
  options: PreviewOptions,
): Promise<FilePreview> {
  const opened = await openContent(bytes, { ...options, takesFirst: true });
  try {
    return await previewContent(table, opened, options);
  } finally {
    await opened.close();
  }
}

async function previewContent(
  table: TableName | null,
  { content, sheets, sheet, entries, entry }: OpenedContent,
  options: PreviewOptions,
): Promise<FilePreview> {
  const { begin, all, encoding } = await beginningOf(content);
  const { fits, commentsOn } = await compareTables(begin, options);
  const [best] = fits;
  const chosen = table ?? best?.table ?? tableNames[0];
  const definition = tableByName(chosen);
  const hasHeader = options.hasHeader ?? !(await looksHeaderless(definition, begin, options));
  const settled = { ...options, hasHeader };
  const missing = await missingIn(definition, begin, settled);
  const source = await openSource(definition, all, withStandIns(settled, missing));
  const read = await readPreview(definition, source, settled);
  return {
    ...read,
    ...(content.kind === 'sheet' ? ({ format: 'xlsx', separator: null } as const) : {}),
    sheets: [...sheets],
    sheet,
    entries: [...entries],
    entry,
    table: chosen,
    fits: [...fits],
    is_fit_clear: isClear(fits),
    encoding: options.encoding ?? encoding,
    has_header: hasHeader,
    header_line: source.headerLine ?? null,
    ...(source.firstLines === undefined ? {} : { first_lines: source.firstLines.map(shownLine) }),
    missing,
    notices: [...(commentsOn === null ? [] : [sentence(commentsInWords(commentsOn))]), ...read.notices],
  };
}

function shownLine({ line, cells }: FileLine) {
  return { line, cells: cells.slice(0, HEADERS_LIMIT).map((cell) => unsafeCell(cell).slice(0, CELL_LENGTH)) };
}

async function looksHeaderless(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<boolean> {
  return (await refusalOf(definition, begin, options))?.includes('its first line looks like a row') ?? false;
}

/** Required columns that neither the headers nor the mapping fill. */
async function missingIn(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<string[]> {
  const refusal = await refusalOf(definition, begin, options);
  if (refusal?.includes('no column for') !== true) return [];
  const named = Object.values(options.mapping).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : entry !== null && 'column' in entry ? [entry.column] : [],
  );
  const own = new Set([...Object.keys(options.mapping), ...named]);
  const required = definition.columns.flatMap(({ field, isRequired }) => (isRequired === true && !own.has(field) ? [field] : []));
  return required.filter((field) => refusal.includes(`${field} (`));
}

async function refusalOf(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<string | null> {
  try {
    await openSource(definition, begin(), options);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.detail ?? error.message;
    throw error;
  }
}

function withStandIns(options: PreviewOptions, missing: readonly string[]): PreviewOptions {
  const constants = missing.map((field) => [field, { constant: STAND_IN }] as const);
  return { ...options, mapping: { ...options.mapping, ...Object.fromEntries(constants) } };
}
