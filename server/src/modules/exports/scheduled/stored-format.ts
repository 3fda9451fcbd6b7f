/** The format of a scheduled export as it is stored: a workbook is a CSV file with a mark, which older servers do not see. */
import type { ExportFormat } from '@leadloom/shared/contract/scheduled-exports';
import type { NewExport, StoredExport } from './scheduled-exports.repository.ts';

export function formatOf({ format, isWorkbook }: Pick<StoredExport, 'format' | 'isWorkbook'>): ExportFormat {
  return format === 'csv' && isWorkbook ? 'xlsx' : format;
}

export function storedFormat(format: ExportFormat): Pick<NewExport, 'format' | 'isWorkbook'> {
  return format === 'xlsx' ? { format: 'csv', isWorkbook: true } : { format, isWorkbook: false };
}
