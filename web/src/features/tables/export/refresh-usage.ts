/**
 * Reads the rest of the month's limit after an export. The server refunds the unsent rows of an aborted export a
 * moment later, so the count is read again until that has happened.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { session } from '../../../lib/session/session.ts';

/** Waiting times between reads: about 2 and 8 seconds after the end. */
const PAUSES_MS = [2000, 6000] as const;

/** Never rejects: a count that could not be read is shown with whatever loads the account next. */
export async function refreshUsage(refreshMe: () => Promise<User>, isWhole: boolean): Promise<void> {
  const readExportCount = async () => (await refreshMe().catch(() => null))?.usage.export_count ?? null;
  const charged = await readExportCount();
  if (isWhole) return;
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!session.isSignedIn()) return;
    const count = await readExportCount();
    if (charged !== null && count !== null && count !== charged) return;
  }
}
