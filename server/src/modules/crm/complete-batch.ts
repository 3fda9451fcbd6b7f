/**
 * Stores what became of a batch: the link between row and record, and that the change was made. A person who was erased while the
 * batch was under way is withdrawn again.
 */
import { MAX_NAMED_FAILURES } from '@leadloom/shared/contract/crm';
import type { CrmConnector, RecordOutcome, RecordValues } from '../../connectors/crm-connector.ts';
import type { Connection } from '../../database/database.ts';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { Performance } from '../destinations/performer.ts';
import { queueDeliveries } from '../destinations/queue-deliveries.service.ts';
import { createSuppressionCheck } from '../suppression/suppressions.service.ts';
import * as changes from './changes.repository.ts';
import type { MappedColumn } from './compare-record.ts';
import type { CrmSettings } from './crm-settings.ts';
import type { PlannedCreation, PlannedUpdate } from './plan-row.ts';
import { type LinkedRecord, storeLinked } from './records.repository.ts';
import { factsOfContact, type SourceRow, type SourceRows } from './source-rows.ts';

export interface PushParts {
  readonly platform: Platform;
  readonly member: Member;
  readonly settings: CrmSettings;
  readonly performance: Performance;
  readonly connector: CrmConnector;
}

/** Rows that are compared and charged together. */
export interface Step extends PushParts {
  readonly source: SourceRows;
  readonly rows: ReadonlyMap<number, SourceRow>;
  readonly mapping: readonly MappedColumn[];
  readonly run: changes.RunPlace;
  readonly tally: { created: number; updated: number; skipped: number; failed: { row: number; reason: string }[] };
}

export async function completeCreations(
  step: Step,
  creations: readonly PlannedCreation[],
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const { settings, source, tally } = step;
  const linked: LinkedRecord[] = [];
  const filled = new Map<number, RecordValues>();
  const dropped: number[] = [];
  creations.forEach(({ rowId, key, values }, at) => {
    const outcome = outcomes[at];
    if (outcome?.state !== 'written') {
      dropped.push(rowId);
      fail(tally, rowId, outcome?.state === 'refused' ? outcome.reason : 'The CRM did not create it.');
      return;
    }
    const { record } = outcome;
    const pushed = Object.fromEntries(
      Object.entries(values).flatMap(([name, sent]) => {
        const stored = name in record.values ? (record.values[name] ?? null) : sent;
        return sent === null ? [] : [[name, { sent, stored, isOurs: true }]];
      }),
    );
    const { id: recordId, owner, stage } = record;
    filled.set(rowId, Object.fromEntries(Object.entries(record.values).filter(([name]) => !(name in values))));
    const { tableName } = source;
    linked.push({
      recordId,
      object: settings.object,
      key,
      owner,
      stage,
      tableName,
      rowId,
      pushed: { isCreated: true, values: pushed },
    });
    tally.created += 1;
  });
  await complete(step, { linked, dropped, filled });
}

export async function completeUpdates(
  step: Step,
  updates: readonly PlannedUpdate[],
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const { tally } = step;
  const linked: LinkedRecord[] = [];
  const dropped: number[] = [];
  updates.forEach((update, at) => {
    const { rowId, record, values } = update;
    const outcome = outcomes[at];
    if (outcome === undefined || outcome.state === 'refused' || outcome.state === 'gone') {
      dropped.push(rowId);
      fail(tally, rowId, outcome?.state === 'refused' ? outcome.reason : 'Its record was deleted in the CRM.');
      return;
    }
    // A record that was merged since it was read has become a part of the one that was written.
    const written = outcome.state === 'written' ? outcome.record.values : {};
    const pushed = Object.fromEntries(
      Object.entries(update.pushed).map(([name, value]) => {
        const stored = name in values && name in written ? (written[name] ?? null) : value.stored;
        return [name, { ...value, stored }];
      }),
    );
    const recordId = outcome.state === 'merged' ? outcome.into : record.id;
    linked.push(linkedRecord(step, { ...update, pushed }, recordId));
    tally.updated += 1;
  });
  await complete(step, { linked, dropped });
}

/** Rows whose records say the same. What an earlier try announced and sent without learning of it is complete now. */
export async function noteEqual(step: Step, equal: readonly PlannedUpdate[]): Promise<void> {
  if (equal.length === 0) return;
  const { platform, run, tally } = step;
  const earlier = await changes.findChanges(
    platform.database,
    run,
    equal.map(({ rowId }) => rowId),
  );
  const announced = new Set(earlier.map(({ rowId }) => rowId));
  for (const { rowId } of equal) tally[announced.has(rowId) ? 'updated' : 'skipped'] += 1;
  const linked = equal.map((one) => linkedRecord(step, one, one.record.id));
  await complete(step, { linked, dropped: [] });
}

function linkedRecord(
  { settings, source }: Step,
  { rowId, key, record, isCreated, pushed }: PlannedUpdate,
  recordId: string,
): LinkedRecord {
  const { owner, stage } = record;
  const { tableName } = source;
  return { recordId, object: settings.object, key, owner, stage, tableName, rowId, pushed: { isCreated, values: pushed } };
}

interface Completed {
  readonly linked: readonly LinkedRecord[];
  /** Rows whose change was not made. */
  readonly dropped: readonly number[];
  readonly filled?: ReadonlyMap<number, RecordValues>;
}

async function complete(step: Step, { linked, dropped, filled }: Completed): Promise<void> {
  const { platform, performance, run } = step;
  const place = { workspaceId: performance.destination.workspaceId, destinationId: performance.destination.id };
  await performance.whileHeld(async (transaction) => {
    const erased = await findErased(
      step,
      transaction,
      linked.map(({ rowId }) => rowId),
    );
    const kept = linked.filter(({ rowId }) => !erased.has(rowId));
    await changes.dropChanges(transaction, run, [...dropped, ...erased]);
    const made = kept.map(({ rowId, recordId }) => ({ rowId, recordId, filled: filled?.get(rowId) ?? {} }));
    await changes.endChanges(transaction, run, made);
    await storeLinked(transaction, place, kept, platform.now());
    const recordIds = linked.flatMap(({ rowId, recordId, pushed }) => (erased.has(rowId) && pushed.isCreated ? [recordId] : []));
    if (recordIds.length === 0) return;
    const task = { kind: 'withdraw', recordIds } as const;
    await queueDeliveries(transaction, [{ ...place, event: 'crm.withdraw', task }], platform.now());
  });
}

/** Which of these rows are about people who were erased. The list stays as it is until the transaction ends. */
export async function findErased(
  { platform, settings, run, source, rows }: Step,
  transaction: Connection,
  rowIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (settings.object !== 'contacts') return new Set();
  const known = rowIds.flatMap((rowId) => rows.get(rowId) ?? []);
  const facts = known.map((row) => factsOfContact(source.tableName, row));
  const answers = await createSuppressionCheck(platform).ask(transaction, [run.workspaceId], facts);
  return new Set(known.filter((_, at) => answers[at] === true).map(({ id }) => id));
}

export function fail(tally: Step['tally'], row: number, reason: string): void {
  tally.skipped += 1;
  if (tally.failed.length < MAX_NAMED_FAILURES) tally.failed.push({ row, reason });
}
