/**
 * Finds the record of each row: the one that the row was pushed to before, else the only one with its domain or email. What is
 * doubtful is said and left alone: several records with one key, several rows with one record, a record that somebody deleted.
 * A dry run and a run ask the same.
 */
import type { CrmConnector, CrmRecord } from '../../connectors/crm-connector.ts';
import type { Connection } from '../../database/database.ts';
import { inBatches } from '../../database/in-batches.ts';
import type { PushedRecord } from '../../schema/crm.table.ts';
import type { CrmSettings } from './crm-settings.ts';
import { type CrmPlace, findKnown, findLinked, type StoredRecord } from './records.repository.ts';
import { keyOfRow, normalKey, type SourceRow } from './source-rows.ts';

export type Match =
  | { readonly kind: 'create'; readonly key: string | null }
  | { readonly kind: 'record'; readonly record: CrmRecord; readonly key: string | null; readonly pushed: PushedRecord }
  | { readonly kind: 'skip'; readonly reason: string };

export interface Matching {
  readonly connection: Connection;
  readonly connector: CrmConnector;
  readonly place: CrmPlace;
  readonly settings: CrmSettings;
  readonly tableName: string;
  /** The properties whose values are compared. */
  readonly properties: readonly string[];
  /** Rows by the key that they have first, over all batches. */
  readonly firstRows: Map<string, number>;
  /** Records that rows were matched to, over all batches: a contact is also found by its further emails. */
  readonly claimed: Set<string>;
  readonly signal: AbortSignal;
}

const NEVER_PUSHED: PushedRecord = { isCreated: false, values: {} };
const words = {
  domain: { none: 'It has no domain.', several: 'Several records have its domain.', taken: 'Another row has the same domain.' },
  email: { none: 'It has no email.', several: 'Several records have its email.', taken: 'Another row has the same email.' },
} as const;
const DELETED = 'Its record was deleted in the CRM.';
const MERGED = 'Its record was merged with the record of another row.';
const OF_ANOTHER = 'Another row was pushed to its record.';

/** @returns by the row's id */
export async function matchRecords(matching: Matching, rows: readonly SourceRow[]): Promise<ReadonlyMap<number, Match>> {
  const { connection, place, settings, tableName } = matching;
  const linked = await findLinked(connection, place, settings.object, { tableName, rowIds: rows.map(({ id }) => id) });
  const byRow = new Map(linked.map((record) => [Number(record.rowId), record]));
  const matches = new Map<number, Match>();
  await matchLinked(matching, byRow, matches);
  const others: { readonly row: SourceRow; readonly key: string }[] = [];
  for (const row of rows) {
    const key = keyOfRow(tableName, row, settings.key);
    if (settings.key === 'crm_id') {
      if (!byRow.has(row.id)) matches.set(row.id, { kind: 'create', key: null });
      continue;
    }
    const first = key === null ? row.id : (matching.firstRows.get(key) ?? row.id);
    if (key !== null) matching.firstRows.set(key, first);
    if (byRow.has(row.id)) continue;
    if (key === null) matches.set(row.id, { kind: 'skip', reason: words[settings.key].none });
    else if (first !== row.id) matches.set(row.id, { kind: 'skip', reason: words[settings.key].taken });
    else others.push({ row, key });
  }
  await matchByKeys(matching, others, matches);
  return matches;
}

/** Rows that were pushed before: their records as they are now. */
async function matchLinked(
  matching: Matching,
  byRow: ReadonlyMap<number, StoredRecord>,
  matches: Map<number, Match>,
): Promise<void> {
  const { connection, place, settings } = matching;
  const found = await readAll(
    matching,
    [...byRow.values()].map(({ recordId }) => recordId),
  );
  const survivors = [...found.values()].flatMap((one) => (typeof one === 'string' ? [one] : []));
  const into = await readAll(matching, [...new Set(survivors)]);
  const owners = await findKnown(connection, place, { recordIds: survivors, keys: [] });
  const taken = new Set(owners.flatMap(({ recordId, rowId }) => (rowId === null ? [] : [recordId])));
  for (const [rowId, { recordId, key, pushed }] of byRow) {
    const own = found.get(recordId) ?? null;
    const record = typeof own === 'string' ? into.get(own) : own;
    if (record === null || record === undefined || typeof record === 'string') {
      matches.set(rowId, { kind: 'skip', reason: DELETED });
      continue;
    }
    if (record.id !== recordId && taken.has(record.id)) {
      matches.set(rowId, { kind: 'skip', reason: MERGED });
      continue;
    }
    taken.add(record.id);
    matching.claimed.add(record.id);
    const now = settings.key === 'crm_id' ? key : normalKey(settings.key, record.key);
    matches.set(rowId, { kind: 'record', record, key: now, pushed: pushed ?? NEVER_PUSHED });
  }
}

/** @returns by id: the record, the id of the one it was merged into, or null where it is gone */
async function readAll(
  { connector, properties, signal }: Matching,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CrmRecord | string | null>> {
  const found = new Map<string, CrmRecord | string | null>();
  for (const some of inBatches(ids, connector.batchSize)) {
    const outcomes = await connector.readRecords(some, properties, signal);
    some.forEach((id, at) => {
      const outcome = outcomes[at];
      if (outcome?.state === 'written') found.set(id, outcome.record);
      else found.set(id, outcome?.state === 'merged' ? outcome.into : null);
    });
  }
  return found;
}

async function matchByKeys(
  { connection, connector, place, settings: { key: by }, properties, claimed, signal }: Matching,
  rows: readonly { readonly row: SourceRow; readonly key: string }[],
  matches: Map<number, Match>,
): Promise<void> {
  if (by === 'crm_id') return;
  for (const some of inBatches(rows, connector.batchSize)) {
    const keys = some.map(({ key }) => key);
    const found = await connector.findByKeys(keys, properties, signal);
    const byKey = Map.groupBy(found, (record) => normalKey(by, record.key) ?? '');
    const known = await findKnown(connection, place, { recordIds: found.map(({ id }) => id), keys });
    const linked = known.filter(({ rowId }) => rowId !== null);
    for (const { row, key } of some) {
      const records = byKey.get(key) ?? [];
      const [record] = records;
      // A record that was created a moment ago may not be found by its key yet.
      const isTaken = linked.some((one) => (record === undefined ? one.key === key : one.recordId === record.id));
      if (records.length > 1) matches.set(row.id, { kind: 'skip', reason: words[by].several });
      else if (isTaken || (record !== undefined && claimed.has(record.id)))
        matches.set(row.id, { kind: 'skip', reason: OF_ANOTHER });
      else if (record === undefined) matches.set(row.id, { kind: 'create', key });
      else {
        claimed.add(record.id);
        matches.set(row.id, { kind: 'record', record, key, pushed: NEVER_PUSHED });
      }
    }
  }
}
