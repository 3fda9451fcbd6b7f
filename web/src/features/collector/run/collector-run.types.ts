/** What the screen knows of a download job, and what the job needs from the page, the extension, the server and other tabs. */
import type { CheckLine } from '@leadloom/shared/contract/catalogue-checks';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import type { CollectorStorage, EntryNote, JobProgress } from '../storage/collector-storage.ts';
import type { runExclusively } from './run-exclusively.ts';
import type { RoundsDependencies } from './run-rounds.ts';
import type { Waiting } from './waiting.ts';

export interface CollectorRunState {
  readonly phase: 'idle' | 'running' | 'waiting' | 'stopping';
  /** Set in the phase `waiting`, and while the job retries until an answer arrives. */
  readonly waiting: Waiting | null;
  /** The running job, or the last one; null before the first. */
  readonly progress: JobProgress | null;
  /** What an earlier page left behind was taken over: it is known whether a job may resume. */
  readonly isTakenOver: boolean;
  /** The job shown was interrupted and may resume by itself. */
  readonly mayResume: boolean;
  /** The job of another tab; null: this tab knows of none. */
  readonly elsewhere: JobProgress | null;
  /** Entries being worked on, by id. */
  readonly active: ReadonlySet<string>;
  /** What became of entries that are not `ok`, by entry id. */
  readonly notes: ReadonlyMap<string, EntryNote>;
  /** A parse call of this job was not answered with 200. */
  readonly isSomethingOff: boolean;
}

export interface CollectorRunDependencies extends Pick<RoundsDependencies, 'whenOnline' | 'readContinuesAt'> {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Whether the extension answers right now. */
  readonly isExtensionThere: () => Promise<boolean>;
  /** Whether the extension that answered last allows the addresses of sections. */
  readonly canReadSections: () => boolean;
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
  /** How LinkedIn answered a job's requests, at its end. */
  readonly notifyOperator: (lines: readonly CheckLine[]) => void;
  readonly log: (what: string, details?: unknown) => void;
}
