/** Gives tests pages with a collector open, which share a browser's storage when they share an account. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { createCollectorRun } from '../run/collector-run.ts';
import type { CollectorRunDependencies } from '../run/collector-run.types.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { createFixture, type FixtureOptions, testCatalogue } from './download.fixture.ts';

let accounts = 0;

export interface PageOptions extends Omit<FixtureOptions, 'entries'> {
  /** The same account is the same browser's storage. */
  readonly account?: string;
  readonly saveEntries?: CollectorRunDependencies['api']['saveEntries'];
  readonly change?: Partial<CollectorRunDependencies>;
}

/** A page with the collector open; a second one with the same account is that page after a reload. */
export function openPage(options: PageOptions = {}) {
  accounts += 1;
  const account = options.account ?? `run-${accounts}`;
  const fixture = createFixture({ entries: [], ...options });
  const shown: CollectorEntry[] = [];
  const saved: CollectorEntry[] = [];
  const saveEntries = options.saveEntries ?? (async (entries) => ({ kind: 'ok' as const, value: entries }));
  const run = createCollectorRun({
    storage: openCollectorStorage(account),
    send: fixture.job.send,
    clock: {
      now: () => 1_000_000,
      sleep: async (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
    loadCatalogue: async () => testCatalogue,
    isExtensionThere: async () => true,
    canReadSections: () => fixture.job.canReadSections,
    whenOnline: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    readContinuesAt: async () => undefined,
    onTakenOver: async () => undefined,
    notifyOperator: () => undefined,
    noteOpenJob: () => undefined,
    whenOpenedElsewhere: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    stopElsewhere: () => undefined,
    runExclusively: async (action) => {
      await action();
      return true;
    },
    onEntry: (entry) => void shown.push(entry),
    log: () => undefined,
    ...options.change,
    api: {
      ...fixture.job.api,
      saveEntries: async (entries) => {
        const result = await saveEntries(entries);
        if (result.kind === 'ok') saved.push(...entries);
        return result;
      },
    },
  });
  return { account, fixture, run, shown, saved, state: () => run.store.getState() };
}
