/** How the download of one entry ended. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { StoreOutcome } from './store-outcome.ts';

export type EntryOutcome =
  | {
      readonly kind: 'ok';
      readonly entry: CollectorEntry;
      /** The server has the entry as it is. */
      readonly isSaved: boolean;
    }
  | { readonly kind: 'not_found'; readonly entry: CollectorEntry; readonly code: 'forbidden' | 'not_found' | 'no_profile_id' }
  /** Could not be read this time; the entry stays pending. */
  | { readonly kind: 'failed'; readonly entry: CollectorEntry; readonly code: string }
  /** Nothing is known about this member: the session was the problem. The entry stays pending. */
  | { readonly kind: 'returned'; readonly entry: CollectorEntry };

/** The code of an entry whose email or later roles are still to be read. */
export const INCOMPLETE_CODE = 'incomplete';

/** What an entry becomes; null while its answers are kept for later. */
export function entryOutcome(entry: CollectorEntry, outcome: StoreOutcome): EntryOutcome | null {
  switch (outcome.kind) {
    case 'stored':
      return { kind: 'ok', entry: { ...entry, ...outcome.profile, collected: true, status: 'ok' }, isSaved: outcome.isSaved };
    case 'incomplete':
      return { kind: 'failed', entry: { ...entry, ...outcome.profile }, code: INCOMPLETE_CODE };
    case 'no_profile_id':
      return { kind: 'not_found', entry: asNotFound(entry), code: 'no_profile_id' };
    case 'refused':
      return { kind: 'failed', entry, code: outcome.code };
    case 'kept':
    case 'server_away':
    case 'storage_full':
      return null;
  }
}

export function asNotFound(entry: CollectorEntry): CollectorEntry {
  return { ...entry, collected: true, status: 'not_found', profile_url: null };
}
