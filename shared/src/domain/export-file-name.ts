import type { FileFormat } from './file-format.ts';

/**
 * The name of the file with a table's rows, wherever it is shown.
 * @param day digits such as `20260331`; `YYYYMMDD` in descriptions
 */
export function exportFileName(title: string, day: string, format: FileFormat = 'csv'): string {
  return `${title.toLowerCase()}_export_${day}.${format}`;
}
