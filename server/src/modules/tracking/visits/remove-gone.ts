/** Removes posts and videos that the network has deleted: the row, whatever its source, and its links to trends. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { Connection, Database } from '../../../database/database.ts';
import { removeRowsByKey } from '../../tables/tables.service.ts';
import type { VisitLease } from './leases.repository.ts';
import { networkTables } from './row-ids.ts';
import { requireLease } from './visits.repository.ts';

/** Removes videos from the trends of all accounts. */
export type ForgetVideos = (connection: Connection, videoIds: readonly string[]) => Promise<void>;

/** @returns how many rows were removed @throws {LostLease} and removes no row */
export async function removeGone(
  database: Database,
  network: NetworkName,
  ids: readonly string[],
  lease: VisitLease,
  forgetVideos: ForgetVideos,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { definition, keyOf } = networkTables[network];
  // Links first: while the row exists, an interrupted removal is repeated.
  if (network === 'tiktok') await forgetVideos(database, ids);
  const alongside = (transaction: Parameters<typeof requireLease>[0]) => requireLease(transaction, lease);
  return removeRowsByKey({ database }, definition, ids.map(keyOf), { reason: 'deleted_at_source', alongside });
}
