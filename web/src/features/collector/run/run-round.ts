/**
 * One round of a job: the extension and the catalogue first, then the entries, with its own stop control. What downloads
 * them is loaded with the first round, because most visits of the screen start no job.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { RunControl } from '../download/run-control.ts';
import type { DownloadJob } from '../download/run-download.ts';
import { watchExtension } from '../status/watch-extension.ts';
import type { RoundResult } from './run-rounds.ts';

export interface RoundDependencies extends Omit<DownloadJob, 'entries' | 'catalogue' | 'control' | 'canReadSections'> {
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly isExtensionThere: () => Promise<boolean>;
  /** Of the extension that answered last. */
  readonly canReadSections: () => boolean;
  /** A stop control that the person's Stop triggers as well. */
  readonly createControl: () => RunControl;
  /** Entries without an outcome yet. */
  readonly remainingEntries: () => readonly CollectorEntry[];
  /** LinkedIn answered something. */
  readonly onProgress: () => void;
  readonly log: (what: string, details?: unknown) => void;
}

export async function runRound(dependencies: RoundDependencies): Promise<RoundResult> {
  const { runDownload } = await import('../download/run-download.ts');
  const control = dependencies.createControl();
  let hasProgress = false;
  const entriesBefore = dependencies.remainingEntries();
  const catalogue = await loadCatalogue(dependencies, control);
  // The check hands over a changed catalogue before any request uses it.
  if (catalogue !== null && !(await dependencies.isExtensionThere()))
    control.stop({ reason: 'extension_gone', continueAt: null });
  if (catalogue === null || control.notice() !== null) return { notice: control.notice(), hasProgress };

  async function download(entries: readonly CollectorEntry[], control: RunControl, catalogue: Catalogue): Promise<void> {
    const over = new AbortController();
    const onGone = (): void => control.abandon({ reason: 'extension_gone', continueAt: null });
    void watchExtension(dependencies.isExtensionThere, dependencies.clock, over.signal, onGone);
    const send: DownloadJob['send'] = async (...request) => {
      const result = await dependencies.send(...request);
      if (result.ok) {
        hasProgress = true;
        dependencies.onProgress();
      }
      return result;
    };
    await runDownload({
      ...dependencies,
      canReadSections: dependencies.canReadSections(),
      entries,
      control,
      catalogue,
      send,
    }).finally(() => over.abort());
  }

  await download(entriesBefore, control, catalogue);
  let notice = control.notice();
  if (notice?.reason === 'allowance_spent') {
    // Profiles already started cost nothing more, so they are finished before the wait.
    const started = await startedEntries(dependencies);
    const finishing = dependencies.createControl();
    if (started.length > 0) await download(started, finishing, catalogue);
    if (finishing.notice() !== null) notice = finishing.notice();
  }
  return { notice, hasProgress: hasProgress || dependencies.remainingEntries().length < entriesBefore.length };
}

async function loadCatalogue({ loadCatalogue, log }: RoundDependencies, control: RunControl): Promise<Catalogue | null> {
  try {
    return await loadCatalogue();
  } catch (cause) {
    log('The endpoint catalogue could not be loaded.', cause);
    control.stop({ reason: 'server_away', continueAt: null });
    return null;
  }
}

async function startedEntries({ records, remainingEntries }: RoundDependencies): Promise<readonly CollectorEntry[]> {
  const started = new Set((await records.list()).filter(({ p1 }) => typeof p1 === 'string').map(({ entryId }) => entryId));
  return remainingEntries().filter(({ id }) => started.has(id));
}
