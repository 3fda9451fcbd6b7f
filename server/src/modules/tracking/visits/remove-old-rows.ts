/** Removes visited posts and videos after POST_RETENTION_DAYS, in batches. Imported rows stay. */
import { type NetworkName, networkNames } from '@leadloom/shared/contract/sources';
import type { Platform } from '../../../platform.ts';
import { removeRows } from '../../tables/tables.service.ts';
import { listVisitedUntil, type RowPosition } from './posts.repository.ts';
import { networkTables } from './row-ids.ts';

const DAY = 24 * 3600 * 1000;
/** A batch takes well under a second. */
const ROWS_AT_ONCE = 1_000;

/** @param signal stops it after the current batch */
export async function removeOldRows(platform: Platform, signal: AbortSignal): Promise<void> {
  const { retentionDays } = platform.config.sources;
  if (retentionDays === 0) return;
  const until = new Date(platform.now().getTime() - retentionDays * DAY);
  for (const network of networkNames) await removeUntil(platform, network, until, signal);
}

async function removeUntil(platform: Platform, network: NetworkName, until: Date, signal: AbortSignal): Promise<void> {
  const { definition } = networkTables[network];
  let after: RowPosition | null = null;
  while (!signal.aborted) {
    // Continues after the last row, so that imported rows are skipped once and not in every batch.
    const rows: readonly RowPosition[] = await listVisitedUntil(platform.database, network, {
      until,
      after,
      limit: ROWS_AT_ONCE,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    await removeRows(
      platform,
      definition,
      rows.map(({ id }) => id),
      { reason: 'expired' },
    );
    if (rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}
