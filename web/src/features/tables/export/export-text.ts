/** The text of the export bar, and the name of its file. */
import { exportFileName as fileNameOn } from '@leadloom/shared/domain/export-file-name';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { percentRemaining } from '@leadloom/shared/domain/percent-remaining';

interface ExportUsage {
  readonly export_count: number;
  /** null: no limit. */
  readonly export_limit: number | null;
}

export function exportLine({ export_count: used, export_limit: limit }: ExportUsage): string {
  return `Export these results to CSV (${used}/${limit ?? 'N/A'} records this month, ${percentRemaining(used, limit)} remaining)`;
}

/** The name of the file, dated in the time zone of the person who saves it. */
export function exportFileName(title: string, now: Date, format: FileFormat): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('');
  return fileNameOn(title, day, format);
}
