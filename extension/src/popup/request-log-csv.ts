/** The request log as a CSV file. Pure. */
import type { LedgerEntry } from '../state/ledger-buckets.ts';
import { describeRequest } from './describe-request.ts';

/** Tells a spreadsheet that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;

/** @param entries in the order they are to have; times become ISO 8601 in UTC */
export function requestLogCsv(entries: readonly LedgerEntry[]): string {
  const rows = entries.map((entry) => {
    const { endpoint, outcome, countedAs } = describeRequest(entry);
    return [new Date(entry.time).toISOString(), endpoint, outcome, countedAs];
  });
  const lines = [['Time', 'Request', 'Outcome', 'Counted as'], ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
