/** What the screen says about a scheduled export. */
import type { ExportFormat, ScheduledExport } from '@leadloom/shared/contract/scheduled-exports';
import { formatLabels, formatNames } from '../../lib/file-format-choice.ts';
import { formatDayAndTime, formatNextTime } from '../../lib/format-date.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { tableTitle } from '../../lib/row-sources/use-row-sources.ts';

export const frequencyOptions = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
] as const;

export const formatOptions = [
  { value: 'csv', label: formatLabels.csv },
  { value: 'xlsx', label: formatLabels.xlsx },
  { value: 'parquet', label: 'Parquet' },
  { value: 'jsonl', label: 'JSON lines' },
] as const satisfies readonly { readonly value: ExportFormat; readonly label: string }[];

const namesOfFormats = { ...formatNames, parquet: 'Parquet', jsonl: 'JSON lines' } as const satisfies Record<
  ExportFormat,
  string
>;

/** `Companies as CSV, weekly at 08:00 (Europe/Oslo); next on Nov 30, 2026, 8:00 AM.` */
export function describeSchedule({ table, format, gzip, every, at, zone, next_at: next }: ScheduledExport): string {
  const kind = namesOfFormats[format];
  const what = `${tableTitle(table)} as ${gzip ? `compressed ${kind}` : kind}`;
  if (next === null) return `${what}. Ended: its view or list was deleted.`;
  return `${what}, ${every} at ${at} (${zone}); next on ${formatNextTime(next, zone)}.`;
}

export function describeLast({ is_running: isRunning, last }: ScheduledExport): string {
  if (isRunning) return 'Being written…';
  if (last === null) return 'Not written yet.';
  const when = formatDayAndTime(last.at);
  if (last.result === 'written') return `Written on ${when}: ${formatRows(last.rows ?? 0)}.`;
  if (last.result === 'no_plan') return `Not written on ${when}, because no trial or subscription was running.`;
  return `Not written on ${when}. ${last.detail ?? ''}`.trim();
}
