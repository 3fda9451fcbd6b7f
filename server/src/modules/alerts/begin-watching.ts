/** The beginning of an alert: everything until now counts as known. */
import type { Connection } from '../../database/database.ts';
import { readMatchingIds, readTableVersion, watchedTable } from '../tables/changes/watched-rows.service.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import { dependsOnOthers, readListedIds, readMarksVersion } from '../tables/my-rows/watched-lists.service.ts';
import { authorOf, readLastEvent, type StoredAlert, updateAlert } from './alerts.repository.ts';
import { storeMembers } from './compare-members.ts';

/** @param transaction of one moment, in which the alert has no members yet */
export async function beginWatching(transaction: Connection, alert: StoredAlert): Promise<StoredAlert> {
  const begun = { ...alert, ...(await beginningOf(transaction, alert)) };
  const { position, myVersion } = begun;
  await updateAlert(transaction, alert.id, { position, myVersion });
  return begun;
}

async function beginningOf(transaction: Connection, alert: StoredAlert): Promise<Pick<StoredAlert, 'position' | 'myVersion'>> {
  const { id, workspaceId, tableName, filters } = alert;
  if (tableName === null) return { position: await readLastEvent(transaction, workspaceId), myVersion: null };
  const myVersion = dependsOnOthers(filters) ? await readMarksVersion(transaction, { workspaceId, tableName }, filters) : null;
  if (tableName === COLLECTED_PEOPLE_ROWS) {
    await storeMembers(transaction, id, readListedIds(transaction, { ...authorOf(alert), tableName }, listOf(alert)));
    return { position: await readLastEvent(transaction, workspaceId), myVersion };
  }
  const definition = watchedTable(tableName);
  await storeMembers(transaction, id, readMatchingIds(transaction, definition, filters));
  return { position: await readTableVersion(transaction, definition), myVersion };
}

/** The id of the list that an alert watches. @throws {Error} where it watches none */
export function listOf({ watch }: Pick<StoredAlert, 'watch'>): number {
  if (watch.kind !== 'list') throw new Error('the alert watches no list');
  return Number(watch.id);
}
