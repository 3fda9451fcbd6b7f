/** Refuses a file whose headers lack what every row needs; the detail, for the import command, has the likeliest mapping. */

import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import type { CsvRecord } from '../../../csv/csv-records.ts';
import { namesInWords } from '../rows/prepare-row.ts';
import { commentsInWords, commentsOn } from '../source/foreign/comment-rows.ts';
import { unreadable } from '../unreadable.ts';
import { namesHeaders } from './read-mapping.ts';
import { missingChoice, missingColumns } from './required-columns.ts';
import { likelyMapping, looksLikeRow } from './suggest-mapping.ts';

interface HeaderLine {
  readonly headers: readonly string[];
  readonly header: CsvRecord | null;
  readonly rows: readonly (readonly string[])[];
  readonly chosen: FileMapping;
}

/** @throws {AppError} IMPORT.UNREADABLE if a required column has no header */
export function checkRequired(
  definition: TableDefinition,
  fields: readonly string[],
  { headers, header, rows: cells, chosen }: HeaderLine,
): void {
  const missing = missingColumns(definition, fields);
  const choice = missingChoice(definition, fields);
  if (missing.length + choice.length === 0) return;
  const namesBy = (title: (column: ColumnDefinition) => string) =>
    [...missing.map(title), ...(choice.length === 0 ? [] : [namesInWords(choice.map(title), 'or')])].join(', ');
  const names = namesBy(({ headerName }) => headerName);
  const typedNames = namesBy(({ field, headerName }) => `${field} (${headerName})`);
  const isHeaderless = header !== null && fields.length === 0 && looksLikeRow(header.cells);
  const own = isHeaderless ? headers.map((_, index) => String(index + 1)) : headers;
  const likely = likelyMapping(definition, own, isHeaderless ? [header.cells, ...cells] : cells);
  const advice =
    Object.keys(likely).length === 0 || namesHeaders(chosen)
      ? ''
      : `. If this fits, go on with ${isHeaderless ? '--no-header ' : ''}--mapping '${JSON.stringify(likely)}'`;
  const reason = (columns: string) =>
    isHeaderless
      ? `its first line looks like a row, not like a header, and has no column for ${columns}`
      : `it has no column for ${columns}; its headers are ${headers.slice(0, 40).map(quoted).join(', ')}`;
  const commented = commentsOn(headers, cells);
  if (commented === definition.name) {
    const what = commentsInWords(commented);
    throw unreadable(what, { detail: `${what}; ${reason(typedNames)}` });
  }
  throw unreadable(reason(names), { detail: `${reason(typedNames)}${advice}` });
}
