/**
 * Builds the history of a row from what its changes replaced: starting at the row as it is, each change is undone, and its
 * cells before and after become an entry.
 */
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import type { HistoryEntry } from '@leadloom/shared/contract/table-records';
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import { updatedAt } from '@leadloom/shared/tables/define-table';
import { z } from 'zod';
import { SAMPLE_SOURCE } from '../../../schema/data-table.ts';
import type { HistoryFacts } from './row-history.repository.ts';

type Import = HistoryFacts['added_by'];

/** `source` of rows that visits store. */
const networks: Readonly<Record<string, string>> = { reddit: 'Reddit', tiktok: 'TikTok' };
const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

interface Reader {
  /** Older changes are left out. */
  readonly since: Date;
  /** Whether names of imported files are shown: they may say whose data was bought, or from whom. */
  readonly isOperator: boolean;
}

export function historyEntries(
  definition: TableDefinition,
  { row, changes, added_by: addedBy }: HistoryFacts,
  { since, isOperator }: Reader,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let held = row;
  for (const { at, before, import: owner } of changes) {
    const earlier = { ...held, ...before };
    const changed = definition.columns.flatMap(({ field, kind }) => {
      if (field === updatedAt.field || !(field in before)) return [];
      const [from, to] = [cellOf(kind, earlier[field]), cellOf(kind, held[field])];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }];
    });
    // A write that changed no cell is no change.
    if (changed.length > 0) entries.push({ at: isoTime(at), by: writerOf(owner, held, isOperator), changes: changed });
    held = earlier;
  }
  const came = beginning(row, changes.length > 0, addedBy);
  if (came !== null && new Date(came) > since)
    entries.push({ at: isoTime(came), by: writerOf(addedBy, held, isOperator), changes: [] });
  return entries;
}

/** When the row was added; null: unknown, because the row is older than what is stored about it. */
function beginning(row: HistoryFacts['row'], isChanged: boolean, addedBy: Import): string | null {
  const { added_at: addedAt, imported_at: importedAt } = row;
  if (typeof addedAt === 'string') return addedAt;
  if (addedBy?.finished_at != null && !addedBy.is_undoing) return addedBy.finished_at;
  return !isChanged && typeof importedAt === 'string' ? importedAt : null;
}

/** @param held the row as this writer left it */
function writerOf(owner: Import, { source }: HistoryFacts['row'], isOperator: boolean): HistoryEntry['by'] {
  if (owner !== null) {
    const { id, file, is_undoing: isUndoing, open_source: openSource } = owner;
    if (openSource !== null) {
      const { title } = openSourceFacts[openSource];
      return { kind: 'import', id, label: isUndoing ? `Undoing of ${title}` : title };
    }
    if (isUndoing) return { kind: 'import', id, label: isOperator ? `Undoing of ${file}` : 'Undoing of an import' };
    return { kind: 'import', id, label: isOperator ? file : 'Import' };
  }
  const network = typeof source === 'string' ? networks[source] : undefined;
  if (network !== undefined) return { kind: 'visit', id: null, label: network };
  return { kind: 'operator', id: null, label: source === SAMPLE_SOURCE ? 'Sample rows' : 'Operator' };
}

/** A cell in the API's form, from the database's JSON. */
export function cellOf(kind: ColumnKind, value: unknown): z.infer<typeof cellSchema> {
  const cell = cellSchema.safeParse(value).data ?? null;
  const isNumber = kind === 'integer' || kind === 'number' || kind === 'money';
  if (isNumber) return typeof cell === 'number' ? cell : null;
  return kind === 'time' && typeof cell === 'string' ? isoTime(cell) : cell;
}

function isoTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
