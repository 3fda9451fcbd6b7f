/**
 * The format of a scheduled export as it is stored: a workbook or a Parquet file is a CSV file with a mark, which older servers
 * do not see.
 */
import type { ExportFormat } from '@leadloom/shared/contract/scheduled-exports';
import type { NewExport, StoredExport } from './scheduled-exports.repository.ts';

type StoredFormat = Pick<StoredExport, 'format' | 'isWorkbook' | 'isParquet'>;

export function formatOf({ format, isWorkbook, isParquet }: StoredFormat): ExportFormat {
  if (format !== 'csv') return format;
  if (isWorkbook) return 'xlsx';
  return isParquet ? 'parquet' : 'csv';
}

export function storedFormat(format: ExportFormat): Pick<NewExport, keyof StoredFormat> {
  return {
    format: format === 'jsonl' ? 'jsonl' : 'csv',
    isWorkbook: format === 'xlsx',
    isParquet: format === 'parquet',
  };
}
