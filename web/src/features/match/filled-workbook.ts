/** Somebody's own list with columns of the rows that were found, as a workbook. */
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { cellKindOf, type WorkbookCellKind } from '@leadloom/shared/workbook/cell-xml';
import { writeWorkbook } from '../../lib/write-workbook.ts';
import { fillIn } from './filled-list.ts';
import type { Outcome } from './match-lines.ts';
import type { ReadSource } from './read-source.ts';

interface FoundRows {
  /** As the file of rows has them: CSV, with apostrophes before formulas. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
  readonly columns: readonly ColumnDefinition[];
}

/** The columns of the list are texts, those of the rows what they are. */
export function writeFilledWorkbook(
  source: ReadSource,
  outcomes: ReadonlyMap<number, Outcome>,
  { cells, columns }: FoundRows,
): Promise<Blob> {
  const kinds: readonly WorkbookCellKind[] = columns.map(({ kind }) => cellKindOf(kind));
  // A workbook needs no apostrophes.
  const plain = new Map(
    [...cells].map(([id, row]) => [id, row.map((cell, at) => (kinds[at] === 'text' ? unsafeCell(cell) : cell))] as const),
  );
  const titles = columns.map(({ headerName }) => headerName);
  const [header = [], ...rows] = fillIn(source, outcomes, plain, titles);
  const firstFound = header.length - titles.length;
  return writeWorkbook({
    title: 'Matched',
    columns: header.map((text, at) => ({ header: text, kind: kinds[at - firstFound] ?? 'text' })),
    rows,
  });
}

/** Lines of the list as they were. */
export function writeOwnWorkbook(
  { header, columns: { width } }: Pick<ReadSource, 'header' | 'columns'>,
  rows: readonly (readonly string[])[],
): Promise<Blob> {
  const names = Array.from({ length: width }, (_, at) => header?.[at] ?? `Column ${at + 1}`);
  return writeWorkbook({ title: 'Not found', columns: names.map((name) => ({ header: name, kind: 'text' })), rows });
}
