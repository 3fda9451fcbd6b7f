/** What a download job needs from the page, the extension, the server and the other tabs. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import type { CollectorStorage } from '../storage/collector-storage.ts';
import type { runExclusively } from './run-exclusively.ts';
import type { RoundsDependencies } from './run-rounds.ts';

export interface CollectorRunDependencies extends Pick<RoundsDependencies, 'whenOnline' | 'readContinuesAt'> {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Whether the extension answers right now. */
  readonly isExtensionThere: () => Promise<boolean>;
  readonly runExclusively: typeof runExclusively;
  /** An entry's result is known. */
  readonly onEntry: (entry: CollectorEntry) => void;
  /** Entries may have been finished by another tab. */
  readonly onTakenOver: () => Promise<void>;
  /** Tells all tabs whether there is a job to continue. */
  readonly noteOpenJob: (isOpen: boolean) => void;
  readonly whenOpenedElsewhere: (signal: AbortSignal) => Promise<void>;
  /** Has the tab that works on a job stop it. */
  readonly stopElsewhere: () => void;
  readonly log: (what: string, details?: unknown) => void;
}
