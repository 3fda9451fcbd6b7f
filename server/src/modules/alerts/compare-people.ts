/**
 * Changes that an alert on a list of collected people reports: who was added to the list or removed from it, and the
 * changes of those who were on it before and still are.
 */
import type { FieldChange } from '@leadloom/shared/contract/alert-messages';
import type { Connection } from '../../database/database.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import { readListedIds } from '../tables/my-rows/watched-lists.service.ts';
import { readAllMembers } from './alert-members.repository.ts';
import { type AccountEvent, authorOf, type StoredAlert } from './alerts.repository.ts';
import { listOf } from './begin-watching.ts';
import { createChangeCollector, type NotifiedChanges } from './collect-changes.ts';
import { compareMembers } from './compare-members.ts';
import { joinFieldChanges } from './message-rows.ts';
import { changesOf } from './net-events.ts';

/** @param transaction of one moment @param events of the account's people since the alert's position */
export async function compareListedPeople(
  transaction: Connection,
  alert: StoredAlert,
  events: readonly AccountEvent[],
): Promise<readonly NotifiedChanges[]> {
  const { changes } = alert;
  const collector = createChangeCollector(null);
  const known = new Set((await readAllMembers(transaction, alert.id)).ids());
  const matching = readListedIds(transaction, { ...authorOf(alert), tableName: COLLECTED_PEOPLE_ROWS }, listOf(alert));
  await compareMembers(transaction, alert, matching, { collector, version: 0 });
  if (!changes.includes('changed')) return collector.messages();
  const kept = new Set((await readAllMembers(transaction, alert.id)).ids());
  for (const [id, fields] of changedFields(events, alert.fields))
    if (known.has(id) && kept.has(id)) collector.add(0, { id, change: 'changed', fields });
  return collector.messages();
}

/** The changed fields of each person, each field once. Whoever is as before is absent. */
function changedFields(
  events: readonly AccountEvent[],
  wanted: readonly string[] | null,
): ReadonlyMap<number, readonly FieldChange[]> {
  const changed = Map.groupBy(
    events.filter(({ change }) => change === 'changed'),
    ({ subjectId }) => subjectId,
  );
  return new Map(
    [...changed].flatMap(([id, own]): [number, readonly FieldChange[]][] => {
      const all = own.flatMap(changesOf).filter(({ field }) => wanted === null || wanted.includes(field));
      const fields = joinFieldChanges(all);
      return fields.length === 0 ? [] : [[id, fields]];
    }),
  );
}
