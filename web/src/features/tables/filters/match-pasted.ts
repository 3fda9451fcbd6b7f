/** Has pasted text matched with a table, and keeps its lines in this tab. */
import { type PastedMatch, pasteLines } from '@leadloom/shared/contract/match';
import { pastedRow } from '@leadloom/shared/domain/pasted-row';
import type { TableName } from '@leadloom/shared/tables/tables';
import { call } from '../../../lib/api-client/call.ts';
import { keepPastedLines } from '../../../lib/match/pasted-lines.ts';
import { readPasted } from '../../../lib/match/read-pasted.ts';

export type PasteOutcome =
  | { readonly match: PastedMatch }
  | { readonly match: null; readonly reason: string; readonly isTooLong: boolean };

/** @throws {ApiError} */
export async function matchPasted(table: TableName, text: string, signal: AbortSignal): Promise<PasteOutcome> {
  const read = readPasted(table, text);
  if (read.kind === 'refused') return { match: null, reason: read.reason, isTooLong: read.isTooLong };
  const rows = read.lines.map(({ line }) => line);
  const { data, ...match } = await call(pasteLines, { body: { table, rows } }, { signal });
  const textsOf = (results: typeof data) => results.map(({ row }) => read.lines[row]?.text ?? '');
  const open = data.filter((result) => pastedRow(result) === null);
  keepPastedLines({
    id: match.id,
    text,
    byName: new Set(data.flatMap((result) => (result.id === null ? (pastedRow(result) ?? []) : []))).size,
    missing: textsOf(open.filter(({ candidates }) => candidates.length === 0)),
    several: textsOf(open.filter(({ candidates }) => candidates.length > 0)),
  });
  return { match };
}
