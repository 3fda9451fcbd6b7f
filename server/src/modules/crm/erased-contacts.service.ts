/**
 * People who were erased are withdrawn from CRMs as well. A contact that a run created is deleted there, by a delivery that is
 * tried like all others. What the CRM had by itself is the workspace's own: its members are told which records those are, and also
 * where a delivery cannot be queued. Nothing here names the person.
 */

import type { Connection } from '../../database/database.ts';
import { inBatches } from '../../database/in-batches.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { DESTINATIONS_PATH, nameOf } from '../destinations/destination-mails.ts';
import { queueDeliveries } from '../destinations/queue-deliveries.service.ts';
import { addNotice } from '../events/notices.service.ts';
import * as repository from './erased-records.repository.ts';

const RECORDS_AT_ONCE = 100;
/** Records that a notice names. */
const NAMED_RECORDS = 10;

interface ErasedEmails {
  /** In any case. */
  readonly emails: readonly string[];
  /** null: in all workspaces. */
  readonly workspaceId: WorkspaceId | null;
}

export async function withdrawContacts(transaction: Connection, { emails, workspaceId }: ErasedEmails, at: Date): Promise<void> {
  if (emails.length === 0) return;
  const keys = emails.map((email) => email.trim().toLowerCase());
  await withdraw(transaction, await repository.takeContacts(transaction, keys, workspaceId), at);
  await tellUnknown(transaction, await repository.forgetContactChanges(transaction, keys, workspaceId), at);
}

interface ErasedRows {
  /** The table's name in the database. */
  readonly tableName: string;
  /** Rows that were deleted. */
  readonly gone: readonly number[];
  /** Rows that stay without cells that named the person. */
  readonly blanked: readonly number[];
}

export async function withdrawRows(transaction: Connection, { tableName, gone, blanked }: ErasedRows, at: Date): Promise<void> {
  if (gone.length > 0) await withdraw(transaction, await repository.takeRowRecords(transaction, { tableName, rowIds: gone }), at);
  const rowIds = [...gone, ...blanked];
  if (rowIds.length > 0)
    await tellUnknown(transaction, await repository.forgetRowChanges(transaction, { tableName, rowIds }), at);
  if (blanked.length === 0) return;
  const named = await repository.forgetPushedValues(transaction, { tableName, rowIds: blanked });
  for (const records of byDestination(named)) await tell(transaction, records, 'may still name a person who was erased', at);
}

async function withdraw(transaction: Connection, taken: readonly repository.ErasedRecord[], at: Date): Promise<void> {
  for (const records of byDestination(taken)) {
    const created = records.filter(({ isCreated }) => isCreated);
    const unsent: repository.ErasedRecord[] = [];
    for (const some of inBatches(created, RECORDS_AT_ONCE)) {
      const task = { kind: 'withdraw', recordIds: some.map(({ recordId }) => recordId) } as const;
      const deliveries = some.slice(0, 1).map(({ workspaceId, destinationId }) => ({
        ...{ workspaceId, destinationId, task },
        event: 'crm.withdraw' as const,
      }));
      if ((await queueDeliveries(transaction, deliveries, at)).length === 0) unsent.push(...some);
    }
    const own = records.filter(({ isCreated }) => !isCreated);
    await tell(transaction, own, 'belong to a person who was erased, and are not ours to delete', at);
    await tell(transaction, unsent, 'belong to a person who was erased, and could not be deleted', at);
  }
}

/** A creation that was interrupted may have been carried out: what it sent is forgotten, so nobody here can look for it. */
async function tellUnknown(transaction: Connection, creations: readonly repository.UnknownCreation[], at: Date): Promise<void> {
  for (const creation of creations) {
    const title = `Check your ${nameOf(creation)}: a record of a person who was erased may have been created there.`;
    await addNotice(transaction, { workspaceId: creation.workspaceId, title, link: DESTINATIONS_PATH, at });
  }
}

function byDestination(records: readonly repository.ErasedRecord[]): Iterable<readonly repository.ErasedRecord[]> {
  return Map.groupBy(records, ({ destinationId }) => destinationId).values();
}

async function tell(transaction: Connection, records: readonly repository.ErasedRecord[], what: string, at: Date): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const ids = records.slice(0, NAMED_RECORDS).map(({ recordId }) => recordId);
  const more = records.length > ids.length ? ` and ${records.length - ids.length} more` : '';
  const title = `Check your ${nameOf(first)}: the records ${ids.join(', ')}${more} ${what}.`;
  await addNotice(transaction, { workspaceId: first.workspaceId, title, link: DESTINATIONS_PATH, at });
}
