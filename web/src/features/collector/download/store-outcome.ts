/** How storing one profile ended, and what it needs. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { Clock } from './clock.ts';
import type { DownloadApi } from './download-api.ts';
import type { LinkedInReader } from './linkedin-reader.ts';
import type { RecordStore } from './raw-record.ts';

export type StoreOutcome =
  | {
      readonly kind: 'stored';
      readonly profile: StoredProfile;
      /** The server marked the entry as downloaded when it stored the profile; false: only the collector knows that nothing is left to read. */
      readonly isSaved: boolean;
    }
  /** The server read the answers and found no member in them. */
  | { readonly kind: 'no_profile_id' }
  /** The server cannot use these answers; they are discarded. */
  | { readonly kind: 'refused'; readonly code: string }
  /**
   * The profile is stored but for its email or later roles, which could not be read; what was fetched is kept for the next
   * job.
   */
  | { readonly kind: 'incomplete'; readonly profile: StoredProfile }
  /** The record is kept for later: the job stopped, or LinkedIn cannot be reached. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'server_away' }
  /** The record is kept for later: the server stores no more for this account until something is deleted. */
  | { readonly kind: 'storage_full' };

const STORAGE_FULL = 'STORAGE.FULL' satisfies ErrorCode;

export interface StoredProfile {
  readonly profile_id: string;
  readonly user_id: string;
  readonly profile_url: string;
  readonly email: string | null;
  readonly name?: string | null;
  readonly employer?: string | null;
}

export interface StoreDependencies {
  readonly api: DownloadApi;
  readonly records: Pick<RecordStore, 'put'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** A parse call was not answered with 200. */
  readonly onSomethingOff: (what: string, code: string) => void;
  /** null: no further request to LinkedIn is possible now. */
  readonly network: { readonly reader: LinkedInReader; readonly catalogue: Catalogue } | null;
}

export function refusal(refused: { readonly kind: 'refused'; readonly code: string }): StoreOutcome {
  return refused.code === STORAGE_FULL ? { kind: 'storage_full' } : refused;
}
