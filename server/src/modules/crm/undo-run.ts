/**
 * Undoes a run wherever nobody changed the record since: created records are deleted, updated ones get the values that they had.
 * The CRM's values of this moment decide. What is kept is named with the reason.
 */
import type { CrmConnector, CrmRecord, RecordOutcome } from '../../connectors/crm-connector.ts';
import { inBatches } from '../../database/in-batches.ts';
import type { Platform } from '../../platform.ts';
import type { PushedRecord } from '../../schema/crm.table.ts';
import * as changes from './changes.repository.ts';
import { type CrmPlace, changePushed, findKnown, forgetRecords } from './records.repository.ts';

/** Longer undoings go on with the next call. */
const UNDO_MILLISECONDS = 60_000;
const BATCH_ROWS = 500;

/** Held while a run is undone. Runs look at it once they are queued, and an undoing looks for runs once it holds it. */
export const undoSlot = (destinationId: string) => `crm-undo:${destinationId}`;

export interface Undone {
  readonly undone: number;
  readonly kept: readonly { readonly id: string; readonly reason: string }[];
  /** Whether all changes of the run were looked at. */
  readonly isWhole: boolean;
}

interface UndoParts {
  readonly platform: Platform;
  readonly connector: CrmConnector;
  readonly place: CrmPlace;
  readonly run: changes.RunPlace;
  /** The properties that people fill. */
  readonly writable: readonly string[];
  readonly signal: AbortSignal;
}

export async function undoChanges(parts: UndoParts): Promise<Undone> {
  const { platform, connector, run, signal } = parts;
  const deadline = performance.now() + UNDO_MILLISECONDS;
  const kept: { id: string; reason: string }[] = [];
  let [undone, after] = [0, 0];
  for (;;) {
    const all = await changes.readSent(platform.database, run, after, BATCH_ROWS);
    const last = all.at(-1);
    if (last === undefined) return { undone, kept, isWhole: true };
    for (const some of inBatches(all, connector.batchSize)) {
      signal.throwIfAborted();
      if (performance.now() > deadline) return { undone, kept, isWhole: false };
      const settled = await undoBatch(parts, some);
      undone += settled.undone;
      kept.push(...settled.kept);
    }
    after = last.rowId;
  }
}

type Known = changes.StoredChange & { readonly recordId: string };

async function undoBatch(parts: UndoParts, batch: readonly changes.StoredChange[]): Promise<Omit<Undone, 'isWhole'>> {
  const { platform, connector, place, run, signal } = parts;
  const { database } = platform;
  const all = batch.filter((change): change is Known => change.recordId !== null);
  const ids = all.map(({ recordId }) => recordId);
  const isCreating = all.some(({ action }) => action === 'create');
  // In a created record, a property that was empty may have been filled since.
  const properties = [...new Set([...all.flatMap(({ after }) => Object.keys(after)), ...(isCreating ? parts.writable : [])])];
  const found = await connector.readRecords(ids, properties, signal);
  const stored = new Map(
    (await findKnown(database, place, { recordIds: ids, keys: [] })).map((one) => [one.recordId, one.pushed]),
  );
  const judged = all.map((change, at) => {
    const outcome = found[at];
    const record = outcome?.state === 'written' ? outcome.record : null;
    return { change, reason: reasonToKeep(change, outcome, stored.get(change.recordId) ?? null, parts.writable), record };
  });
  const free = judged.flatMap(({ change, reason }) => (reason === null ? [change] : []));
  const created = free.filter(({ action }) => action === 'create');
  const updated = free.filter(({ action }) => action === 'update');
  const refused = new Map<string, string>();
  note(
    refused,
    created,
    await connector.deleteRecords(
      created.map(({ recordId }) => recordId),
      signal,
    ),
  );
  note(
    refused,
    updated,
    await connector.updateRecords(
      updated.map(({ recordId, before }) => ({ id: recordId, values: before })),
      signal,
    ),
  );
  const done = free.filter(({ recordId }) => !refused.has(recordId));
  await database.transaction(async (transaction) => {
    await changes.settleChanges(
      transaction,
      run,
      done.map(({ rowId }) => rowId),
      'undone',
    );
    const others = batch.filter((change) => !done.some(({ rowId }) => rowId === change.rowId));
    await changes.settleChanges(
      transaction,
      run,
      others.map(({ rowId }) => rowId),
      'kept',
    );
    await forgetRecords(
      transaction,
      place,
      done.flatMap(({ action, recordId }) => (action === 'create' ? [recordId] : [])),
    );
    for (const { action, recordId, before } of done)
      if (action === 'update')
        await changePushed(transaction, place, recordId, withoutValues(stored.get(recordId) ?? null, before));
  });
  const kept = judged.flatMap(({ change: { recordId }, reason }) => {
    const why = reason ?? refused.get(recordId);
    return why === undefined ? [] : [{ id: recordId, reason: why }];
  });
  return { undone: done.length, kept };
}

/** @returns null: nobody changed it since */
function reasonToKeep(
  { action, before, after }: changes.StoredChange,
  outcome: RecordOutcome | undefined,
  pushed: PushedRecord | null,
  writable: readonly string[],
): string | null {
  if (outcome === undefined || outcome.state === 'gone') return 'It was deleted in the CRM.';
  if (outcome.state === 'merged') return 'It was merged with another record.';
  if (outcome.state === 'refused') return outcome.reason;
  const { values } = outcome.record;
  const isOther = (name: string) =>
    name in after ? !isAsWritten(name, outcome.record, after, pushed) : action === 'create' && isFilledSince(name);
  const isFilledSince = (name: string) => (values[name] ?? null) !== null && values[name] !== (before[name] ?? null);
  const others = [...new Set([...Object.keys(after), ...writable])].filter(isOther);
  return others.length === 0 ? null : `Somebody changed it since: ${others.join(', ')}.`;
}

/** The CRM may have stored the value in another form than it was sent in. A later run may have written another value. */
function isAsWritten(
  name: string,
  { values }: CrmRecord,
  after: changes.StoredChange['after'],
  pushed: PushedRecord | null,
): boolean {
  const now = values[name] ?? null;
  const sent = after[name] ?? null;
  if (now === sent) return true;
  const known = pushed?.values[name];
  return known !== undefined && known.sent === sent && known.stored === now;
}

function note(refused: Map<string, string>, asked: readonly Known[], outcomes: readonly RecordOutcome[]): void {
  asked.forEach(({ recordId }, at) => {
    const outcome = outcomes[at];
    if (outcome?.state === 'written') return;
    refused.set(recordId, outcome?.state === 'refused' ? outcome.reason : 'The CRM did not undo it.');
  });
}

/** What was written by the run is known no more, so that the next one compares the values anew. */
function withoutValues(pushed: PushedRecord | null, undone: changes.StoredChange['before']): PushedRecord {
  const values = Object.entries(pushed?.values ?? {}).filter(([name]) => !(name in undone));
  return { isCreated: pushed?.isCreated ?? false, values: Object.fromEntries(values) };
}
