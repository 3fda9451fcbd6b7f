/** For tests: pages with a collector open, which share a browser's storage when they share an account. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { type CollectorRunDependencies, createCollectorRun } from '../run/collector-run.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { createFixture, type FixtureOptions, testCatalogue } from './download.fixture.ts';

let accounts = 0;

export interface PageOptions extends Omit<FixtureOptions, 'rows'> {
  /** The same account is the same browser's storage. */
  readonly account?: string;
  readonly saveRows?: CollectorRunDependencies['api']['saveRows'];
  readonly change?: Partial<CollectorRunDependencies>;
}

/** A page with the collector open; a second one with the same account is that page after a reload. */
export function openPage(options: PageOptions = {}) {
  accounts += 1;
  const account = options.account ?? `run-${accounts}`;
  const harness = createFixture({ rows: [], ...options });
  const shown: CollectorEntry[] = [];
  const saved: CollectorEntry[] = [];
  const saveRows = options.saveRows ?? (async (rows) => ({ kind: 'ok' as const, value: rows }));
  const run = createCollectorRun({
    storage: openCollectorStorage(account),
    send: harness.job.send,
    clock: {
      now: () => 1_000_000,
      sleep: async (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
    loadCatalogue: async () => testCatalogue,
    isExtensionThere: async () => true,
    whenOnline: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    readContinuesAt: async () => undefined,
    onTakenOver: async () => undefined,
    runExclusively: async (action) => {
      await action();
      return true;
    },
    onRow: (row) => void shown.push(row),
    log: () => undefined,
    ...options.change,
    api: {
      ...harness.job.api,
      saveRows: async (rows) => {
        const result = await saveRows(rows);
        if (result.kind === 'ok') saved.push(...rows);
        return result;
      },
    },
  });
  return { account, harness, run, shown, saved, state: () => run.store.getState() };
}
