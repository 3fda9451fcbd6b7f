/**
 * What is left of the month's limit, read again after an export. Of one that broke off, the server gives back
 * what was not sent, but a moment after the browser knows: it is asked again until that has happened.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { session } from '../../../lib/session/session.ts';

/** From one look to the next: about 2 and 8 seconds after the end. */
const PAUSES_MS = [2000, 6000] as const;

/** Never rejects: a count that could not be read is shown with whatever loads the account next. */
export async function refreshUsage(refreshMe: () => Promise<User>, isWhole: boolean): Promise<void> {
  const look = async () => (await refreshMe().catch(() => null))?.usage.export_count ?? null;
  const charged = await look();
  if (isWhole) return;
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!session.isSignedIn()) return;
    const count = await look();
    if (charged !== null && count !== null && count !== charged) return;
  }
}
