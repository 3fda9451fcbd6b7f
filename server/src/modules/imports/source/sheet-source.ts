/**
 * The rows of a sheet as an import reads them: like records of a CSV file, whose line is the row of the sheet. Where a column
 * of the table holds addresses, a link counts as its address, else as its text.
 */

import { csvLine } from '@leadloom/shared/domain/csv-line';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkAddress } from '@leadloom/shared/workbook/read/link-address';
import type { SheetRow } from '@leadloom/shared/workbook/read/sheet-rows';
import type { CsvRecord } from '../../../csv/csv-records.ts';
import { openTable, type TableOptions } from './open-table.ts';
import type { RecordSource } from './record-source.ts';
import type { AddressedColumns } from './table-rows.ts';

/** Enough of them to find the header and to guess columns. */
const FIRST_ROWS = 128;
/** Written as it is; most cells are. */
const PLAIN = /^(?:[A-Za-z\d](?:[\w.:/&()@ -]*[\w./&()])?)?$/;

/** How refused rows of a sheet are written, and read again by a preview. */
const sheetText = { delimiter: ',', lineEnd: '\r\n', before: '' } as const;

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export function openSheet(
  definition: TableDefinition,
  rows: AsyncIterable<readonly SheetRow[]>,
  options: TableOptions,
): Promise<RecordSource> {
  let beyond = 0;
  let firstBeyond = 0;

  function fit({ links = null, ...record }: CsvRecord, width: number, addressed: AddressedColumns): CsvRecord {
    const { line, cells, raw } = record;
    if (cells.slice(width).some((cell) => cell.trim() !== '')) {
      if (beyond === 0) firstBeyond = line;
      beyond += 1;
    }
    const padded = width - cells.length;
    if (links === null && padded >= 0)
      return padded === 0
        ? record
        : { ...record, cells: [...cells, ...new Array(padded).fill('')], raw: raw + ','.repeat(padded) };
    const fitted = Array.from({ length: width }, (_, index) => {
      const isMailbox = addressed.get(index);
      const address = links?.get(index);
      const text = cells[index] ?? '';
      return isMailbox === undefined || address === undefined ? text : (linkAddress(address, isMailbox) ?? text);
    });
    return { ...record, cells: fitted, raw: rowText(fitted) };
  }

  return openTable(
    definition,
    {
      batches: recordsOf(rows),
      written: sheetText,
      isDamaged: () => false,
      fit,
      notices: () => {
        if (beyond === 0) return [];
        const which = beyond === 1 ? `Row ${firstBeyond} has` : `${beyond.toLocaleString('en')} rows have`;
        return [`${which} cells in columns without a header, which were not read.`];
      },
    },
    options,
  );
}

async function* recordsOf(rows: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<readonly CsvRecord[]> {
  let held: CsvRecord[] = [];
  let isBegun = false;
  for await (const batch of rows) {
    for (const { row, cells, links } of batch)
      if (cells.some((cell) => cell.trim() !== '')) held.push({ line: row, cells, raw: rowText(cells), problem: null, links });
    if (!isBegun && held.length < FIRST_ROWS) continue;
    isBegun = true;
    yield held;
    held = [];
  }
  yield held;
}

function rowText(cells: readonly string[]): string {
  return cells.map((cell) => (PLAIN.test(cell) ? cell : csvLine([cell]).slice(0, -2))).join(',');
}
