/**
 * Reads the pages of one list, one after the other. Each page's members are kept in this browser together with the
 * position reached, then saved on the server, and only then is the next page fetched: if the job ends in between,
 * nothing is fetched twice and nobody is lost.
 *
 * Never throws for anything LinkedIn, the extension or the server answers.
 */
import type { CollectorEntry, FoundBy } from '@leadloom/shared/contract/linkedin';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import type { Clock } from '../download/clock.ts';
import type { RunControl } from '../download/run-control.ts';
import { withPatience } from '../download/server-patience.ts';
import type { ListApi, ListResult } from './list-api.ts';
import type { ListProgress } from './list-progress.ts';
import { type ListStop, listStop } from './list-stop.ts';
import type { PageAnswer } from './read-page.ts';

/** How a list was read to its end. */
export type ListEnd =
  | 'empty_page'
  /** All requested pages. */
  | 'last_page';

export type ListOutcome =
  | { readonly kind: 'ended'; readonly end: ListEnd }
  | { readonly kind: 'stopped'; readonly stop: ListStop };

export interface ListJob {
  readonly foundBy: FoundBy;
  /** Ascending; those before the progress's next page are passed over. */
  readonly pages: readonly number[];
  readonly progress: ListProgress;
  readonly control: RunControl;
  readonly clock: Clock;
  readonly api: Pick<ListApi, 'saveEntries'>;
  readonly readPage: (page: number) => Promise<PageAnswer>;
  /** Called before a page is fetched. */
  readonly onPage: (page: number) => void;
  /** Resolves once the progress is kept. */
  readonly onProgress: (progress: ListProgress) => Promise<void>;
  readonly onEntries: (entries: readonly CollectorEntry[]) => void;
  /** Remembers which pages are still to be read; none: the list is finished. */
  readonly saveLeft: (left: readonly number[]) => Promise<ListResult<unknown>>;
}

export async function runList(job: ListJob): Promise<ListOutcome> {
  const { pages, control, clock, api } = job;
  let { progress } = job;

  async function advance(change: Partial<ListProgress>): Promise<void> {
    progress = { ...progress, ...change };
    await job.onProgress(progress);
  }

  /** null when the server accepted it. */
  async function store<Value>(
    send: () => Promise<ListResult<Value>>,
    onStored: (value: Value) => Promise<void> | void,
  ): Promise<ListStop | null> {
    const result = await withPatience(send, clock, control.stopSignal);
    if (result.kind === 'away') return listStop('server_away');
    if (result.kind === 'refused') return listStop('server_refused', result.message);
    await onStored(result.value);
    return null;
  }

  async function saveStored(): Promise<ListStop | null> {
    const sent = progress.unsaved;
    if (sent.length === 0) return null;
    return store(
      () => api.saveEntries(sent),
      async (entries) => {
        // An entry that comes back under the id it was sent with is one of ours, even if it was saved by an earlier try.
        const own = new Set(sent.map(({ id }) => id));
        const added = entries.filter(({ id }) => own.has(id)).length;
        job.onEntries(entries);
        await advance({ unsaved: [], added: progress.added + added, existing: progress.existing + entries.length - added });
      },
    );
  }

  const saveLeft = (left: readonly number[]): Promise<ListStop | null> =>
    store(
      () => job.saveLeft(left),
      () => undefined,
    );

  const stopped = (stop: ListStop): ListOutcome => ({ kind: 'stopped', stop });

  const lastPage = pages.at(-1) ?? progress.nextPage;
  const open = pages.filter((page) => page >= progress.nextPage);
  const storageStop = (await saveStored()) ?? (open.length < pages.length ? await saveLeft(open) : null);
  if (storageStop !== null) return stopped(storageStop);

  for (const [index, page] of open.entries()) {
    const notice = control.notice();
    if (notice !== null) return stopped({ ...notice, detail: null });
    job.onPage(page);
    const answer = await job.readPage(page);
    if (answer.kind === 'stopped')
      return stopped({ ...(control.notice() ?? { reason: 'internal', continueAt: null }), detail: null });
    if (answer.kind === 'failed') return stopped(answer.stop);
    if (answer.kind === 'empty') {
      // If the server cannot be reached now, the next run tells it without any request to LinkedIn.
      await advance({ nextPage: lastPage + 1 });
      const stop = await saveLeft([]);
      return stop === null ? { kind: 'ended', end: 'empty_page' } : stopped(stop);
    }
    const unsaved = answer.urls.map((url) => ({
      id: randomId(),
      url,
      name: answer.names?.get(url) ?? null,
      found_by: job.foundBy,
    }));
    await advance({ nextPage: page + 1, hidden: progress.hidden + answer.hidden, unsaved });
    const stop = (await saveStored()) ?? (await saveLeft(open.slice(index + 1)));
    if (stop !== null) return stopped(stop);
  }
  return { kind: 'ended', end: 'last_page' };
}
