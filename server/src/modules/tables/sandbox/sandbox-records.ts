/** Related rows and history of the sample rows that test keys see. The history is invented: two entries for every row. */
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import { RELATED_ROWS, type RelatedGroup } from '@leadloom/shared/contract/related-group';
import type { HistoryEntry, RowSource } from '@leadloom/shared/contract/table-records';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { AppError } from '../../../http/app-error.ts';
import { orderedRows, simplyLowered } from '../filters/table-model.ts';
import { describeGroup, isFoundBy, keysOfRow, type LinkedBy, linksOf } from '../records/table-links.ts';
import { sandboxRows } from './sandbox-rows.ts';

const CAME_AT = '2026-10-01T08:00:00.000Z';
const CHANGED_AT = '2026-10-20T08:00:00.000Z';
const BY = { kind: 'import', id: '00000000-0000-4000-8000-000000000001', label: 'sample.csv' } as const;

/** @throws {AppError} ROWS.NOT_FOUND */
export function sandboxRelated(table: TableName, id: number): RelatedGroup[] {
  const row = rowOf(table, id);
  return linksOf(table).flatMap((link) => {
    const keys = keysOfRow(link, row);
    const definition = tableByName(link.table);
    const others = sandboxRows(definition).filter((other) => link.table !== table || other.id !== id);
    const found = orderedRows(
      definition,
      others.filter((other) => keys.some((key) => isFound(key, other))),
      {},
    );
    if (found.length === 0) return [];
    const described = describeGroup(link, keys, {
      total: found.length,
      byKey: keys.map((key) => found.filter((other) => isFound(key, other)).length),
      byNameOnly: found.filter((other) => !keys.some((key) => key.kind !== 'name' && isFound(key, other))).length,
    });
    const rows = found.slice(0, RELATED_ROWS);
    return [{ table: link.table, ...described, total: found.length, rows: rows.map(withoutReadOnly) }];
  });
}

/** @throws {AppError} ROWS.NOT_FOUND */
export function sandboxHistory(table: TableName, id: number): HistoryEntry[] {
  const row = rowOf(table, id);
  const changed = tableByName(table).columns.find(
    ({ field, kind, isRequired }) => kind === 'text' && isRequired !== true && typeof row[field] === 'string',
  );
  const cell = changed === undefined ? null : row[changed.field];
  const came: HistoryEntry = { at: CAME_AT, by: BY, changes: [] };
  if (changed === undefined || typeof cell !== 'string') return [came];
  return [{ at: CHANGED_AT, by: BY, changes: [{ field: changed.field, from: null, to: cell }] }, came];
}

/**
 * Sample rows are from no open source; where a website could be one, the answer shows what that looks like.
 * @throws {AppError} ROWS.NOT_FOUND
 */
export function sandboxSources(table: TableName, id: number): RowSource[] {
  const row = rowOf(table, id);
  const url = row.website ?? row.url;
  if (typeof url !== 'string') return [];
  const source = table === 'jobs' ? 'job-boards' : 'websites';
  const fields = tableByName(table)
    .columns.map(({ field }) => field)
    .filter((field) => ['phone', 'description', 'title', 'emails'].includes(field) && row[field] !== null);
  const { title, attribution } = openSourceFacts[source];
  return [{ source, title, url, as_of: CHANGED_AT.slice(0, 10), fields, attribution }];
}

function rowOf(table: TableName, id: number): TableRow {
  const row = sandboxRows(tableByName(table)).find((known) => known.id === id);
  if (row === undefined) throw new AppError('ROWS.NOT_FOUND');
  return row;
}

function isFound(key: LinkedBy, other: TableRow): boolean {
  return isFoundBy(key, other, simplyLowered);
}

function withoutReadOnly(row: TableRow): RelatedGroup['rows'][number] {
  return Object.fromEntries(
    Object.entries(row).map(([field, cell]) => [field, typeof cell === 'object' && cell !== null ? [...cell] : cell]),
  );
}
