/** After a reload: what an earlier page fetched and did not get stored is posted first, without LinkedIn. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import { type EntryOutcome, entryOutcome } from '../download/entry-outcome.ts';
import { isReadyToStore, type RawRecord } from '../download/raw-record.ts';
import type { CollectorStorage } from '../storage/collector-storage.ts';

interface RecoveryDependencies {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly clock: Clock;
  readonly onOutcome: (outcome: EntryOutcome) => Promise<void>;
  readonly onSomethingOff: (what: string, code: string) => void;
}

export async function recoverAnswers({ storage, api, clock, onOutcome, onSomethingOff }: RecoveryDependencies): Promise<void> {
  await storage.forgetStale(clock.now());
  const signal = AbortSignal.abort();
  for (const record of await storage.records.list()) {
    if (!isReadyToStore(record)) continue;
    const { storeProfile } = await import('../download/store-profile.ts');
    const outcome = await storeProfile(record, {
      ...{ api, records: storage.records, clock, signal, onSomethingOff },
      network: null,
    });
    // The others would fail too; the next job handles them.
    if (outcome.kind === 'server_away' || outcome.kind === 'storage_full') return;
    const settled = entryOutcome(pendingEntry(record), outcome);
    if (settled === null) continue;
    await onOutcome(settled);
    if (outcome.kind !== 'incomplete') await storage.records.remove(record.entryId);
  }
}

function pendingEntry({ entryId, url }: RawRecord): CollectorEntry {
  return { id: entryId, url, collected: false, status: null, profile_id: null, user_id: null, profile_url: null, email: null };
}
