/**
 * The records of a table of cells, whatever it was written in: the header line is found, columns are judged by the header and
 * the first rows, and every record is as wide as the header.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { unitsIn } from '@leadloom/shared/tables/mapped-column';
import type { CsvRecord } from '../../../csv/csv-records.ts';
import { checkRequired } from '../mapping/check-required.ts';
import { meaningsByHeader } from '../mapping/explain-headers.ts';
import { judgeColumns } from '../mapping/judge-columns.ts';
import { isReadBy } from '../mapping/read-mapping.ts';
import { reasonName } from '../report/rejects-file.ts';
import { unreadable } from '../unreadable.ts';
import { hashtagCountsOf } from './foreign/hashtag-counts.ts';
import { findHeader, type HeaderOptions } from './header-line.ts';
import type { RecordSource, SourceRecord } from './record-source.ts';
import { findRepeatedHeaders } from './repeated-headers.ts';
import { createRowReader } from './row-reader.ts';
import { addressedColumns, type TableRows } from './table-rows.ts';

/** Rows by which columns are judged. */
const JUDGED_BY = 100;

const COUNTS_MEANING = { column: null, use: null, reason: 'It holds numbers of hashtags, not hashtags.' } as const;
/** Lines below the header that a person is shown. */
const LINES_BELOW = 20;

export type TableOptions = HeaderOptions;

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export async function openTable(
  definition: TableDefinition,
  { batches, written, isDamaged, fit, notices: rowNotices }: TableRows,
  options: TableOptions,
): Promise<RecordSource> {
  const { mapping: chosen } = options;
  const first = await firstBatch(batches);
  if (first.length === 0) throw unreadable('it is empty');
  const { header, headers, rows, notice } = findHeader(definition, first, options);
  const sampled = rows.slice(0, JUDGED_BY).map(({ cells }) => cells);
  const counts = hashtagCountsOf(definition, chosen);
  const names = counts?.headersWithout(headers, sampled) ?? headers;
  const judged = judgeColumns(definition, { headers: names, rows: sampled, chosen });
  const reader = createRowReader(definition, judged, { headers: names, rows: sampled, chosen });
  if (reader.needsHeaders) checkRequired(definition, reader.fields, { headers, header, rows: sampled, chosen });

  const addressed = fit === null ? new Map<number, boolean>() : addressedColumns(definition, judged.columns);

  function toSource(record: CsvRecord): SourceRecord {
    const { line, cells, raw, problem } = fit === null ? record : fit(record, headers.length, addressed);
    if (problem !== null) return { line, raw, problem };
    if (isDamaged() && raw.includes('\uFFFD'))
      return { line, raw, problem: 'holds bytes that are not in the encoding of the file' };
    // Some programs end every line with a separator.
    const isTooWide = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '');
    if (cells.length < headers.length || isTooWide)
      return { line, raw, problem: `has ${cells.length} cells where the header has ${headers.length}` };
    return { line, raw, ...reader.read(cells, raw) };
  }

  const repeated = findRepeatedHeaders(header, headerMapper(definition));
  const isRow = (record: CsvRecord) => !repeated.isHeader(record);

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    yield rows.filter(isRow).map(toSource);
    for await (const batch of batches) yield batch.filter(isRow).map(toSource);
  }
  const meaningOfEach = judged.meanings.map((meaning, index) => (names[index] === headers[index] ? meaning : COUNTS_MEANING));
  const meanings = meaningsByHeader(headers, meaningOfEach);
  const opened = [...(notice === null ? [] : [notice]), ...(counts?.notices ?? []), ...judged.notices];
  return {
    fields: reader.fields,
    records: records(),
    brought: reader.brought,
    meanings: () => meanings,
    meaningOfEach,
    readsForm: () => !reader.needsHeaders,
    units: unitsIn(judged.columns),
    conventions: judged.conventions,
    headerLine: header?.line ?? null,
    firstLines: first.slice(0, (header === null ? 0 : first.indexOf(header) + 1) + LINES_BELOW),
    layout: {
      kind: 'csv',
      ...written,
      header: header?.raw ?? null,
      headers,
      reason: reasonName((name) => isReadBy(chosen, name)),
    },
    notices: () => [...opened, ...repeated.notices(), ...rowNotices()],
  };
}

/** The batches up to the one that contains the header. */
async function firstBatch(batches: AsyncGenerator<readonly CsvRecord[]>): Promise<readonly CsvRecord[]> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next())
    if (next.value.length > 0) return next.value;
  return [];
}
