/**
 * Changes that alerts on one table report since their common position: the difference between the rows that matched then,
 * which are stored as bits, and those that match now. Rows that were not touched since cannot differ, so only the touched
 * ones are read, once for all alerts. The bits are brought up to date.
 */
import type { FieldChange, MessageValue } from '@leadloom/shared/contract/alert-messages';
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Connection } from '../../database/database.ts';
import { inBatches } from '../../database/in-batches.ts';
import { CHUNK_IDS, type ChunkBits, noBits, setBit } from '../tables/changes/chunk-bits.ts';
import {
  type ChangedFields,
  comparedFields,
  readChangedFields,
  readTouchedChunks,
  type Span,
  type TouchedChunk,
} from '../tables/changes/touched-rows.service.ts';
import {
  type DifferingCell,
  readCommitEnds,
  readMatchingIds,
  readNetChanges,
  readNetValues,
} from '../tables/changes/watched-rows.service.ts';
import { type SingleFilter, singleFilters } from '../tables/filters/single-filters.ts';
import { cellOf } from '../tables/records/row-history.ts';
import { type ChangedChunk, type MemberClass, readMemberClasses, saveChunks } from './alert-members.repository.ts';
import type { StoredAlert } from './alerts.repository.ts';
import { type ChangeCollector, type CommitEnds, createChangeCollector, type NotifiedChanges } from './collect-changes.ts';
import {
  type ChunkDifference,
  compareChunk,
  intersect,
  matchingRows,
  messagesOfChunk,
  placesOf,
  touchedBytes,
} from './compare-chunk.ts';
import { compareMembers } from './compare-members.ts';

/** Rows whose columns one statement compares. */
const COMPARED_AT_ONCE = 10_000;

interface AlertToReport {
  readonly alert: StoredAlert;
  /** Collects the changes that the alert reports. */
  readonly collector: ChangeCollector;
}

/** Alerts with equal filters. */
interface WatchedFilters {
  /** Keys of single filters, all of which have to match. */
  readonly filters: readonly string[];
  readonly alerts: ReadonlyMap<number, AlertToReport>;
}

interface Comparison {
  readonly transaction: Connection;
  readonly definition: TableDefinition;
  readonly span: Span;
  readonly ends: CommitEnds;
  readonly watched: readonly WatchedFilters[];
  /** Changed fields of each chunk; chunks without a changed row are absent. */
  readonly changed: ReadonlyMap<number, ChangedFields>;
}

/**
 * @param transaction of one moment @param hasNewMarks whether lists, tags or linked tables changed since @param alerts all at the position `span.after`
 * @returns what each has to report, one entry for each commit, or one in all for a digest
 */
export async function compareTable(
  transaction: Connection,
  definition: TableDefinition,
  alerts: readonly StoredAlert[],
  span: Span,
  hasNewMarks: (alert: StoredAlert) => boolean,
): Promise<ReadonlyMap<StoredAlert, readonly NotifiedChanges[]>> {
  const ends = await readCommitEnds(transaction, definition, span);
  const collectors = new Map(
    alerts.map((alert) => [alert, createChangeCollector(alert.frequency === 'instant' ? ends : null)] as const),
  );
  const conditions = new Map<string, SingleFilter>();
  const byFilters = new Map<string, { readonly filters: readonly string[]; readonly alerts: Map<number, AlertToReport> }>();
  for (const [alert, collector] of collectors) {
    const single = singleFilters(definition, alert.filters);
    for (const each of single) conditions.set(each.key, each);
    const filters = single.map(({ key }) => key).sort();
    const key = JSON.stringify(filters);
    const known = byFilters.get(key) ?? { filters, alerts: new Map() };
    known.alerts.set(alert.id, { alert, collector });
    byFilters.set(key, known);
  }
  const watched = [...byFilters.values()];
  const changed = await readChangesFor(transaction, definition, span, alerts);
  const comparison = { transaction, definition, span, ends, watched, changed };
  for await (const chunks of readTouchedChunks(transaction, definition, span, [...conditions.values()]))
    await compareChunks(comparison, alerts, chunks);
  for (const [alert, collector] of collectors) {
    if (!hasNewMarks(alert)) continue;
    const matching = readMatchingIds(transaction, definition, alert.filters);
    // These changes come after all commits of the table, as a message of their own.
    await compareMembers(transaction, alert, matching, { collector, version: span.until + 1 });
  }
  return nameFields(comparison, new Map([...collectors].map(([alert, collector]) => [alert, collector.messages()])));
}

async function readChangesFor(
  transaction: Connection,
  definition: TableDefinition,
  span: Span,
  alerts: readonly StoredAlert[],
): Promise<ReadonlyMap<number, ChangedFields>> {
  const wanting = alerts.filter(({ changes }) => changes.includes('changed'));
  if (wanting.length === 0) return new Map();
  const named = new Set(wanting.flatMap(({ fields }) => fields ?? []));
  const fields = comparedFields(definition).filter((field) => named.has(field));
  return readChangedFields(transaction, definition, span, fields);
}

async function compareChunks(
  comparison: Comparison,
  alerts: readonly StoredAlert[],
  chunks: readonly TouchedChunk[],
): Promise<void> {
  const members = await readMemberClasses(
    comparison.transaction,
    alerts.map(({ id }) => id),
    chunks.map(({ chunk }) => chunk),
  );
  const saved: ChangedChunk[] = [];
  for (const chunk of chunks) saved.push(...(await compareOneChunk(comparison, chunk, members.get(chunk.chunk) ?? [])));
  await saveChunks(comparison.transaction, saved);
}

/** Alerts with equal filters that know the same rows of a chunk. */
interface Group {
  readonly alertIds: readonly number[];
  readonly watched: WatchedFilters;
  readonly difference: ChunkDifference;
}

async function compareOneChunk(
  comparison: Comparison,
  chunk: TouchedChunk,
  classes: readonly MemberClass[],
): Promise<readonly ChangedChunk[]> {
  const bytes = touchedBytes(chunk);
  const groups: Group[] = [];
  for (const watched of comparison.watched) {
    const matching = matchingRows(chunk, bytes, watched.filters);
    const rest = new Set(watched.alerts.keys());
    const knownBy = (ids: readonly number[], known: ChunkBits) => {
      const alertIds = ids.filter((id) => rest.delete(id));
      if (alertIds.length > 0) groups.push({ alertIds, watched, difference: compareChunk(chunk, bytes, { matching, known }) });
    };
    for (const { alertIds, ids } of classes) knownBy(alertIds, ids);
    knownBy([...rest], noBits());
  }
  const changed = await settleRepeated(comparison, chunk, bytes, groups);
  for (const group of groups) reportMessages(group, chunk, bytes, changed, comparison.ends);
  return groups.flatMap(({ alertIds, difference: { members } }) =>
    members === null ? [] : [{ chunk: chunk.chunk, ids: members, alertIds }],
  );
}

/** The columns of rows that were changed several times are compared, where an alert knew such a row and still does. */
async function settleRepeated(
  { transaction, definition, span, changed }: Comparison,
  { chunk }: TouchedChunk,
  bytes: readonly number[],
  groups: readonly Group[],
): Promise<ChangedFields | null> {
  const known = changed.get(chunk);
  if (known === undefined) return null;
  const kept = groups.map(({ difference }) => difference.kept);
  const { repeated } = known;
  const ids = [...placesOf(bytes, intersect(bytes, repeated, kept))].map((place) => chunk * CHUNK_IDS + place);
  const clear = (bits: ChunkBits) => bits.map((byte, at) => byte & ~(repeated[at] ?? 0));
  const settled = {
    repeated,
    any: clear(known.any),
    byField: new Map([...known.byField].map(([field, bits]) => [field, clear(bits)])),
  };
  for (const [id, fields] of await netChanges(transaction, definition, span, ids)) {
    setBit(settled.any, id % CHUNK_IDS);
    for (const field of fields) {
      const bits = settled.byField.get(field);
      if (bits !== undefined) setBit(bits, id % CHUNK_IDS);
    }
  }
  return settled;
}

/** Adds the messages of a chunk. Alerts with the same settings share them. */
function reportMessages(
  { alertIds, watched, difference: { added, removed, kept } }: Group,
  chunk: TouchedChunk,
  bytes: readonly number[],
  changed: ChangedFields | null,
  ends: CommitEnds,
): void {
  const own = alertIds.flatMap((id) => watched.alerts.get(id) ?? []);
  const wantsOf = ({ alert: { changes, fields, frequency } }: AlertToReport) =>
    JSON.stringify([changes, fields, frequency === 'instant']);
  for (const alike of Map.groupBy(own, wantsOf).values()) {
    const [{ alert } = { alert: null }] = alike;
    if (alert === null) continue;
    const { changes, fields, frequency } = alert;
    const fieldBits =
      changed === null ? [] : fields === null ? [changed.any] : fields.flatMap((field) => changed.byField.get(field) ?? []);
    const bitsOf = {
      added: () => added,
      removed: () => removed,
      changed: () => intersect(bytes, kept, fieldBits),
    };
    for (const change of ['added', 'changed', 'removed'] as const) {
      if (!changes.includes(change)) continue;
      const told = messagesOfChunk(chunk, bytes, {
        bits: bitsOf[change](),
        change,
        ends: frequency === 'instant' ? ends : null,
      });
      for (const { collector } of alike) for (const ofCommit of told) collector.addMany(ofCommit);
    }
  }
}

/** Adds the columns that changed to the rows that messages name. */
async function nameFields(
  { transaction, definition, span }: Comparison,
  told: ReadonlyMap<StoredAlert, readonly NotifiedChanges[]>,
): Promise<ReadonlyMap<StoredAlert, readonly NotifiedChanges[]>> {
  const named = [...told.values()].flat().flatMap(({ rows }) => rows);
  const ids = [...new Set(named.flatMap(({ id, change }) => (change === 'changed' ? [id] : [])))];
  const changed = new Map<number, readonly DifferingCell[]>();
  for (const some of inBatches(ids, COMPARED_AT_ONCE))
    for (const [id, cells] of await readNetValues(transaction, definition, span.after, some)) changed.set(id, cells);
  const kinds = new Map(definition.columns.map(({ field, kind }) => [field, kind]));
  const fieldsOf = (id: number, wanted: readonly string[] | null) =>
    (changed.get(id) ?? []).flatMap(({ field, before, after }): FieldChange[] => {
      const kind = kinds.get(field);
      if (kind === undefined || wanted?.includes(field) === false) return [];
      return [{ field, from: cellValue(kind, before), to: cellValue(kind, after) }];
    });
  return new Map(
    [...told].map(([alert, messages]) => [
      alert,
      messages.map(({ counts, rows }) => ({
        counts,
        rows: rows.map((row) => (row.change === 'changed' ? { ...row, fields: fieldsOf(row.id, alert.fields) } : row)),
      })),
    ]),
  );
}

/** A cell of the database's JSON as messages say it: the entries of a list are one text. */
function cellValue(kind: ColumnKind, value: unknown): MessageValue {
  const cell = cellOf(kind, value);
  if (!Array.isArray(cell)) return cell;
  return cell.length === 0 ? null : cell.join(', ');
}

async function netChanges(
  transaction: Connection,
  definition: TableDefinition,
  { after }: Span,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>();
  for (let from = 0; from < ids.length; from += COMPARED_AT_ONCE) {
    const some = await readNetChanges(transaction, definition, after, ids.slice(from, from + COMPARED_AT_ONCE));
    for (const [id, fields] of some) found.set(id, fields);
  }
  return found;
}
