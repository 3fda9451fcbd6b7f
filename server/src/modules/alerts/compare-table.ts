/**
 * What alerts on one table have to tell since their common position: the difference between the rows that matched then,
 * which are stored as bits, and those that match now. Rows that were not touched since cannot differ, so only the touched
 * ones are read. Brings the bits up to date.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Connection } from '../../database/database.ts';
import {
  FILTER_SETS_AT_ONCE,
  readCommitEnds,
  readMatchingIds,
  readNetChanges,
  readTouchedRows,
  type TouchedRow,
} from '../tables/changes/watched-rows.service.ts';
import { readMembers, type StoredAlert, saveMembers } from './alerts.repository.ts';
import { type ChangeCollector, createChangeCollector, type ToldChanges } from './collect-changes.ts';
import { compareMembers } from './compare-members.ts';
import { chunkOf } from './member-bits.ts';

/** As many alerts as one statement compares. */
export const ALERTS_AT_ONCE = FILTER_SETS_AT_ONCE;

interface Span {
  readonly after: number;
  readonly until: number;
}

/**
 * @param transaction of one moment @param hasNewMarks whether the account changed lists or tags since @param alerts all at the position `span.after`, at most ALERTS_AT_ONCE
 * @returns what each has to tell, one entry for each commit, or one in all for a digest
 */
export async function compareTable(
  transaction: Connection,
  definition: TableDefinition,
  alerts: readonly StoredAlert[],
  span: Span,
  hasNewMarks: (alert: StoredAlert) => boolean,
): Promise<ReadonlyMap<StoredAlert, readonly ToldChanges[]>> {
  const ends = await readCommitEnds(transaction, definition, span);
  const collectors = alerts.map((alert) => createChangeCollector(alert.frequency === 'instant' ? ends : null));
  const sets = alerts.map(({ filters }) => filters);
  for await (const rows of readTouchedRows(transaction, definition, span, sets))
    await compareRows(transaction, definition, { alerts, collectors, after: span.after }, rows);
  for (const [index, alert] of alerts.entries()) {
    const collector = collectors[index];
    if (collector === undefined || !hasNewMarks(alert)) continue;
    const matching = readMatchingIds(transaction, definition, alert.filters);
    // After all commits of the table, as a message of their own.
    await compareMembers(transaction, alert, matching, { collector, version: span.until + 1 });
  }
  return new Map(alerts.map((alert, index) => [alert, collectors[index]?.messages() ?? []]));
}

interface Comparison {
  readonly alerts: readonly StoredAlert[];
  readonly collectors: readonly ChangeCollector[];
  readonly after: number;
}

async function compareRows(
  transaction: Connection,
  definition: TableDefinition,
  { alerts, collectors, after }: Comparison,
  rows: readonly TouchedRow[],
): Promise<void> {
  const chunks = [...new Set(rows.map(({ id }) => chunkOf(id)))];
  const ids = alerts.map(({ id }) => id);
  const members = await readMembers(transaction, ids, chunks);
  /** Rows that an alert on changes knew and still knows. */
  const kept = new Set<number>();
  for (const row of rows)
    if (alerts.some(({ id, changes }, set) => changes.includes('changed') && row.matches(set) && members.get(id)?.has(row.id)))
      kept.add(row.id);
  const changed = await readNetChanges(transaction, definition, after, [...kept]);
  for (const row of rows) {
    for (const [set, { id: alertId, changes, fields }] of alerts.entries()) {
      const [bits, collector] = [members.get(alertId), collectors[set]];
      if (bits === undefined || collector === undefined) continue;
      const [was, is] = [bits.has(row.id), row.matches(set)];
      if (was !== is) {
        bits.set(row.id, is);
        const change = is ? 'added' : 'removed';
        if (changes.includes(change)) collector.add(row.version, { id: row.id, change });
      } else if (was && changes.includes('changed')) {
        const told = (changed.get(row.id) ?? []).filter((field) => fields === null || fields.includes(field));
        if (told.length > 0) collector.add(row.version, { id: row.id, change: 'changed', fields: told });
      }
    }
  }
  await saveMembers(transaction, members);
}
