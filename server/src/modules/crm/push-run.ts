/**
 * A run: the rows of a source are compared with their records, and what differs is written in the CRM's batches. What a batch will
 * change is stored before it is sent and completed after it, so a run that was killed goes on where it was, and creates nothing
 * twice: what may have been sent is looked for in the CRM first. Rows that leave count as exported, once a month like all others.
 */
import { MAX_NAMED_FAILURES, MAX_PUSHED_ROWS } from '@leadloom/shared/contract/crm';
import { z } from 'zod';
import type { CrmConnector, NewRecord, RecordOutcome, RecordValues } from '../../connectors/crm-connector.ts';
import { inBatches } from '../../database/in-batches.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { RunCounts } from '../../schema/destinations.table.ts';
import { type Performance, Undeliverable } from '../destinations/performer.ts';
import { chargeRows, endCharging } from '../exports/charge-rows.service.ts';
import { createSuppressionCheck } from '../suppression/suppressions.service.ts';
import * as changes from './changes.repository.ts';
import type { MappedColumn } from './compare-record.ts';
import type { CrmSettings } from './crm-settings.ts';
import { type Match, matchRecords } from './match-records.ts';
import { type PlannedCreation, type PlannedUpdate, planRow } from './plan-row.ts';
import { propertiesOf, readMapping } from './read-mapping.ts';
import { type LinkedRecord, storeLinked } from './records.repository.ts';
import { storeCounts } from './runs.repository.ts';
import { factsOfContact, normalKey, openSourceRows, type SourceRow, type SourceRows } from './source-rows.ts';

/** Rows that are compared and charged together. */
const STEP_ROWS = 500;
const SUPPRESSED = 'It is about somebody who was erased.';

const countsSchema = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export const pushProgressSchema = z.object({
  /** The id of the last row that is done. */
  after: z.int(),
  rows: z.int(),
  counts: countsSchema,
  /** The line of the export ledger; null: nothing was charged. */
  ledger: z.object({ id: z.int(), rows: z.int() }).nullable(),
});
export type PushProgress = z.infer<typeof pushProgressSchema>;

export const NO_COUNTS: RunCounts = { created: 0, updated: 0, skipped: 0, failed: [] };

interface PushParts {
  readonly platform: Platform;
  readonly member: Member;
  readonly settings: CrmSettings;
  readonly performance: Performance;
  readonly connector: CrmConnector;
}

interface Step extends PushParts {
  readonly source: SourceRows;
  readonly mapping: readonly MappedColumn[];
  readonly run: changes.RunPlace;
  readonly tally: { created: number; updated: number; skipped: number; failed: { row: number; reason: string }[] };
}

/** @param begun where the run goes on; null: at its beginning @throws {Undeliverable} it cannot be done as it is set up */
export async function pushRows(parts: PushParts, begun: PushProgress | null): Promise<PushProgress> {
  const { platform, member, settings, performance, connector } = parts;
  const { delivery, destination, signal, progress } = performance;
  const place = { workspaceId: destination.workspaceId, destinationId: destination.id };
  const source = await asUndeliverable(() => openSourceRows(platform, member, settings));
  const properties = await connector.listProperties(settings.object, signal);
  const mapping = await asUndeliverable(async () => readMapping(settings, source, properties, connector));
  const run = { workspaceId: destination.workspaceId, runId: delivery.id };
  const firstRows = new Map<string, number>();
  let state: PushProgress = begun ?? { after: 0, rows: 0, counts: { ...NO_COUNTS, failed: [] }, ledger: null };
  for (;;) {
    signal.throwIfAborted();
    const rows = await source.readAfter(state.after, Math.min(STEP_ROWS, MAX_PUSHED_ROWS - state.rows));
    const last = rows.at(-1);
    if (last === undefined) break;
    const tally = { ...state.counts, failed: [...state.counts.failed] };
    const matching = { connection: platform.database, connector, place, settings, tableName: source.tableName };
    const step: Step = { ...parts, source, mapping, run, tally };
    const left = await finishEarlierTry(step, rows);
    const matches = await matchRecords({ ...matching, properties: propertiesOf(mapping), firstRows, signal }, left);
    const ledger = await pushStep(step, left, matches, state.ledger);
    state = { after: last.id, rows: state.rows + rows.length, counts: tally, ledger };
    await progress.save({ push: state });
    await storeCounts(platform.database, delivery.id, tally);
  }
  if (state.ledger !== null)
    await endCharging(platform, { ...member, tableName: source.tableName }, { ...state.ledger, endedAt: platform.now() });
  return state;
}

/** What a missing view, list or column says ends the run. */
async function asUndeliverable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? new Undeliverable(error.message) : error;
  }
}

/**
 * Rows of the step that an earlier try of the run may have sent already. What is known to be sent is counted; creations are
 * repeated, and the CRM's connector finds what exists. @returns the rows that are still to be compared
 */
async function finishEarlierTry(step: Step, rows: readonly SourceRow[]): Promise<readonly SourceRow[]> {
  const { platform, connector, run, tally, performance } = step;
  const earlier = await changes.findChanges(
    platform.database,
    run,
    rows.map(({ id }) => id),
  );
  if (earlier.length === 0) return rows;
  const done = new Set<number>();
  for (const { rowId, state, action } of earlier) {
    if (state === 'sending') continue;
    tally[action === 'create' ? 'created' : 'updated'] += 1;
    done.add(rowId);
  }
  const repeated = earlier.filter(({ state, action }) => state === 'sending' && action === 'create');
  for (const some of inBatches(repeated, connector.batchSize)) {
    const records = some.map(({ rowId, after }) => ({ reference: referenceOf(run, rowId), values: after }));
    const outcomes = await connector.createRecords(records, true, performance.signal);
    await completeCreations(
      step,
      some.map(({ rowId, after }) => ({ rowId, key: keyIn(step, after), values: after })),
      outcomes,
    );
    for (const { rowId } of some) done.add(rowId);
  }
  return rows.filter(({ id }) => !done.has(id));
}

/** @returns the line of the ledger */
async function pushStep(
  step: Step,
  rows: readonly SourceRow[],
  matches: ReadonlyMap<number, Match>,
  ledger: PushProgress['ledger'],
): Promise<PushProgress['ledger']> {
  const { mapping, run, tally, connector, performance, source } = step;
  const creations: PlannedCreation[] = [];
  const updates: PlannedUpdate[] = [];
  const equal: PlannedUpdate[] = [];
  for (const row of rows) {
    const match = matches.get(row.id);
    const plan = match === undefined ? null : planRow(row, match, mapping, connector);
    if (plan?.kind === 'create') creations.push(plan.creation);
    else if (plan?.kind === 'update') updates.push(plan.update);
    else if (plan?.kind === 'equal') equal.push(plan.update);
    else tally.skipped += 1;
  }
  // What is announced may be sent by a later try, so it is charged before.
  const charged = [...creations, ...updates].map(({ rowId }) => rowId);
  const line = source.isCharged && charged.length > 0 ? await charge(step, charged, ledger) : ledger;
  const suppressed = await announce(step, rows, creations, updates);
  const sent = <Item extends { readonly rowId: number }>(all: readonly Item[]) =>
    all.filter(({ rowId }) => !suppressed.has(rowId));
  const [toCreate, toUpdate] = [sent(creations), sent(updates)];
  for (const some of inBatches(toCreate, connector.batchSize)) {
    const records = some.map(({ rowId, values }) => ({ reference: referenceOf(run, rowId), values }));
    await completeCreations(step, some, await connector.createRecords(records, false, performance.signal));
  }
  for (const some of inBatches(toUpdate, connector.batchSize)) {
    const records = some.map(({ record, values }) => ({ id: record.id, values }));
    await completeUpdates(step, some, await connector.updateRecords(records, performance.signal));
  }
  await noteEqual(step, equal);
  return line;
}

/** @throws {Undeliverable} the month's exports do not suffice */
async function charge(
  { platform, member, source }: Step,
  ids: readonly number[],
  line: PushProgress['ledger'],
): Promise<PushProgress['ledger']> {
  const { tableName, filters } = source;
  try {
    return await chargeRows(platform, { member, tableName, filters, ids, line });
  } catch (error) {
    // The others follow when there is room again.
    if (line !== null) await endCharging(platform, { ...member, tableName }, { ...line, endedAt: platform.now() });
    throw error instanceof AppError ? new Undeliverable(error.message) : error;
  }
}

/** Stores what will be sent. @returns rows about people who were erased, which are not sent */
async function announce(
  { platform, performance, settings, run, tally, source }: Step,
  rows: readonly SourceRow[],
  creations: readonly PlannedCreation[],
  updates: readonly PlannedUpdate[],
): Promise<ReadonlySet<number>> {
  const wanted = [
    ...creations.map(({ rowId, values }) => ({ rowId, recordId: null, action: 'create' as const, before: {}, after: values })),
    ...updates.map(({ rowId, record, before, values }) => ({
      ...{ rowId, recordId: record.id, before, after: values },
      action: 'update' as const,
    })),
  ];
  if (wanted.length === 0) return new Set();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return performance.whileHeld(async (transaction) => {
    const facts = wanted.flatMap(({ rowId }) => {
      const row = settings.object === 'contacts' ? byId.get(rowId) : undefined;
      return row === undefined ? [] : [{ rowId, facts: factsOfContact(source.tableName, row) }];
    });
    const answers = await createSuppressionCheck(platform).ask(
      transaction,
      [run.workspaceId],
      facts.map((one) => one.facts),
    );
    const suppressed = new Set(facts.filter((_, at) => answers[at] === true).map(({ rowId }) => rowId));
    for (const rowId of suppressed) fail(tally, rowId, SUPPRESSED);
    await changes.addChanges(
      transaction,
      run,
      wanted.filter(({ rowId }) => !suppressed.has(rowId)),
    );
    return suppressed;
  });
}

async function completeCreations(
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

async function completeUpdates(step: Step, updates: readonly PlannedUpdate[], outcomes: readonly RecordOutcome[]): Promise<void> {
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
async function noteEqual(step: Step, equal: readonly PlannedUpdate[]): Promise<void> {
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

async function complete({ platform, performance, run }: Step, { linked, dropped, filled }: Completed): Promise<void> {
  const { destination } = performance;
  await performance.whileHeld(async (transaction) => {
    await changes.dropChanges(transaction, run, dropped);
    const made = linked.map(({ rowId, recordId }) => ({ rowId, recordId, filled: filled?.get(rowId) ?? {} }));
    await changes.endChanges(transaction, run, made);
    const place = { workspaceId: destination.workspaceId, destinationId: destination.id };
    await storeLinked(transaction, place, linked, platform.now());
  });
}

function fail(tally: Step['tally'], row: number, reason: string): void {
  tally.skipped += 1;
  if (tally.failed.length < MAX_NAMED_FAILURES) tally.failed.push({ row, reason });
}

/** The same for every try of the same creation. */
function referenceOf({ runId }: changes.RunPlace, rowId: number): string {
  return `${runId}-${rowId}`;
}

function keyIn({ connector: { keyProperty }, settings }: Step, values: NewRecord['values']): string | null {
  if (keyProperty === null || settings.key === 'crm_id') return null;
  return normalKey(settings.key, values[keyProperty] ?? null);
}
