/**
 * A run: the rows of a source are compared with their records, and what differs is written in the CRM's batches. What a batch will
 * change is stored before it is sent and completed after it, so a run that was killed goes on where it was, and creates nothing
 * twice: what may have been sent is looked for in the CRM first. Rows that leave count as exported, once a month like all others.
 */
import { MAX_PUSHED_ROWS } from '@leadloom/shared/contract/crm';
import { z } from 'zod';
import type { NewRecord } from '../../connectors/crm-connector.ts';
import { inBatches } from '../../database/in-batches.ts';
import { AppError } from '../../http/app-error.ts';
import type { RunCounts } from '../../schema/destinations.table.ts';
import { Undeliverable } from '../destinations/performer.ts';
import { chargeRows, endCharging } from '../exports/charge-rows.service.ts';
import * as changes from './changes.repository.ts';
import { completeCreations, completeUpdates, fail, findErased, noteEqual, type PushParts, type Step } from './complete-batch.ts';
import { type Match, matchRecords } from './match-records.ts';
import { type PlannedCreation, type PlannedUpdate, planRow } from './plan-row.ts';
import { propertiesOf, readMapping } from './read-mapping.ts';
import { storeCounts } from './runs.repository.ts';
import { normalKey, openSourceRows, type SourceRow } from './source-rows.ts';

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

/** @param begun where the run goes on; null: at its beginning @throws {Undeliverable} it cannot be done as it is set up */
export async function pushRows(parts: PushParts, begun: PushProgress | null): Promise<PushProgress> {
  const { platform, member, settings, performance, connector } = parts;
  const { delivery, destination, signal, progress } = performance;
  const place = { workspaceId: destination.workspaceId, destinationId: destination.id };
  const source = await asUndeliverable(() => openSourceRows(platform, member, settings));
  const properties = await connector.listProperties(settings.object, signal);
  const mapping = await asUndeliverable(async () => readMapping(settings, source, properties, connector));
  const run = { workspaceId: destination.workspaceId, runId: delivery.id };
  const seen = { firstRows: new Map<string, number>(), claimed: new Set<string>() };
  let state: PushProgress = begun ?? { after: 0, rows: 0, counts: { ...NO_COUNTS, failed: [] }, ledger: null };
  for (;;) {
    signal.throwIfAborted();
    const rows = await source.readAfter(state.after, Math.min(STEP_ROWS, MAX_PUSHED_ROWS - state.rows));
    const last = rows.at(-1);
    if (last === undefined) break;
    const tally = { ...state.counts, failed: [...state.counts.failed] };
    const matching = { connection: platform.database, connector, place, settings, tableName: source.tableName };
    const step: Step = { ...parts, source, mapping, run, tally, rows: new Map(rows.map((row) => [row.id, row])) };
    const left = await finishEarlierTry(step, rows);
    const matches = await matchRecords({ ...matching, properties: propertiesOf(mapping), ...seen, signal }, left);
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
  const suppressed = await announce(step, creations, updates);
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
  step: Step,
  creations: readonly PlannedCreation[],
  updates: readonly PlannedUpdate[],
): Promise<ReadonlySet<number>> {
  const { performance, run, tally } = step;
  const wanted = [
    ...creations.map(({ rowId, values }) => ({ rowId, recordId: null, action: 'create' as const, before: {}, after: values })),
    ...updates.map(({ rowId, record, before, values }) => ({
      ...{ rowId, recordId: record.id, before, after: values },
      action: 'update' as const,
    })),
  ];
  if (wanted.length === 0) return new Set();
  return performance.whileHeld(async (transaction) => {
    const suppressed = await findErased(
      step,
      transaction,
      wanted.map(({ rowId }) => rowId),
    );
    for (const rowId of suppressed) fail(tally, rowId, SUPPRESSED);
    await changes.addChanges(
      transaction,
      run,
      wanted.filter(({ rowId }) => !suppressed.has(rowId)),
    );
    return suppressed;
  });
}

/** The same for every try of the same creation. */
function referenceOf({ runId }: changes.RunPlace, rowId: number): string {
  return `${runId}-${rowId}`;
}

function keyIn({ connector: { keyProperty }, settings }: Step, values: NewRecord['values']): string | null {
  if (keyProperty === null || settings.key === 'crm_id') return null;
  return normalKey(settings.key, values[keyProperty] ?? null);
}
