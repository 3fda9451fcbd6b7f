/** Exports a table into a file. The code is loaded when the first export starts. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { ApiError, unreadableError } from '../../../lib/api-client/api-error.ts';
import { download } from '../../../lib/api-client/download.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { exportFailure } from '../rows/failure-sentence.ts';
import { countCsvRecords } from './count-csv-records.ts';
import { exportFileName } from './export-text.ts';
import { type ExportRequest, setRunning, useRunningExports } from './running-exports.ts';
import { isWholeWorkbook } from './whole-workbook.ts';

const PROGRESS_MS = 100;

/**
 * Resolves when the file is saved, cancelled or refused, and the person has been notified. Never rejects.
 * @returns whether the whole file arrived
 */
export async function runExport(table: TableName, request: ExportRequest): Promise<boolean> {
  if (useRunningExports.getState()[table] !== undefined) return true;
  const stop = new AbortController();
  const { format, preset } = request;
  const counted = countCsvRecords();
  let bytesArrived = 0;
  /** What the server said the file holds. */
  let total: number | null = null;
  let shownAt = 0;
  const cancel = () => stop.abort();
  // The rows of a workbook cannot be counted as they arrive.
  const show = () =>
    setRunning(table, { records: format === 'csv' ? counted.records() : null, bytes: bytesArrived, total, cancel });
  show();
  try {
    const file = await download(
      tableEndpoints[table].export,
      { query: { ...queryOf(request), ...(preset === undefined ? {} : { preset }), ...(format === 'csv' ? {} : { format }) } },
      {
        signal: stop.signal,
        onStart: (headers) => {
          total = readCount(headers.get('x-export-rows'));
          show();
        },
        onBytes: (bytes) => {
          bytesArrived += bytes.byteLength;
          if (format === 'csv') counted.add(bytes);
          if (performance.now() - shownAt < PROGRESS_MS) return;
          shownAt = performance.now();
          show();
        },
      },
    );
    const arrived = format === 'csv' ? counted.records() : total;
    // A file truncated on the way must not pass as complete.
    const isWhole = format === 'csv' ? total === null || counted.records() >= total : await isWholeWorkbook(file);
    if (!isWhole) throw unreadableError(200);
    saveFile(file, exportFileName(tableByName(table).title, new Date(), format));
    showSnackbar('success', arrived === null ? 'The file was exported.' : `Exported ${formatRows(arrived)}.`);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CLIENT.ABORTED') showSnackbar('info', 'The export was cancelled.');
    else showSnackbar('error', exportFailure(error));
    return false;
  } finally {
    setRunning(table, undefined);
  }
}

export function queryOf({ filters, sort, columns, limit }: Omit<ExportRequest, 'format' | 'preset'>) {
  return {
    ...filters,
    ...(sort === null ? {} : { sort: sort.field, order: sort.order }),
    ...(columns === undefined ? {} : { columns: [...columns] }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function readCount(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
