/**
 * Rows that entered or left what an alert watches because its account changed a list or a tag, or because a linked row
 * changed. Such a change touches no row of the table, so all rows that match are compared with those that are stored as bits.
 */
import type { Connection } from '../../database/database.ts';
import { readAllMembers, saveMembers } from './alert-members.repository.ts';
import type { StoredAlert } from './alerts.repository.ts';
import type { ChangeCollector } from './collect-changes.ts';
import { MemberBits } from './member-bits.ts';

type Batches = AsyncIterable<readonly number[]>;

/** Brings the bits up to date. @param matching the ids that match now @param version under which changes are gathered */
export async function compareMembers(
  transaction: Connection,
  { id: alertId, changes }: StoredAlert,
  matching: Batches,
  { collector, version }: { readonly collector: ChangeCollector; readonly version: number },
): Promise<void> {
  const bits = await readAllMembers(transaction, alertId);
  const known = new Set(bits.ids());
  const add = (id: number, change: 'added' | 'removed') => {
    bits.set(id, change === 'added');
    if (changes.includes(change)) collector.add(version, { id, change });
  };
  for await (const ids of matching) for (const id of ids) if (!known.delete(id)) add(id, 'added');
  for (const id of known) add(id, 'removed');
  await saveMembers(transaction, alertId, bits);
}

/** Stores which rows match now. @param transaction of one moment, in which the alert has no members yet */
export async function storeMembers(transaction: Connection, alertId: number, matching: Batches): Promise<void> {
  const bits = new MemberBits();
  for await (const ids of matching) for (const id of ids) bits.set(id, true);
  await saveMembers(transaction, alertId, bits);
}
