/** The page's collector run: one per signed-in account, wired to the extension, the server and this browser. */
import { getCatalogue } from '@leadloom/shared/contract/linkedin';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { call } from '../../../lib/api-client/call.ts';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { logProblem } from '../../../lib/log.ts';
import { onAccountChange, useAccountKey } from '../../../lib/session/session.ts';
import { putRows } from '../api/jobs-cache.ts';
import { systemClock } from '../download/clock.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import { reportExtension } from '../status/extension-status.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type CollectorRun, type CollectorRunState, createCollectorRun } from './collector-run.ts';
import { onlyWhile, serverApi } from './server-api.ts';

interface Current {
  readonly run: CollectorRun;
  readonly accountKey: string;
  readonly queryClient: QueryClient;
  readonly end: () => void;
}

let current: Current | null = null;

onAccountChange(() => {
  current?.end();
  current = null;
});

export function useCollectorRun(): CollectorRun {
  const queryClient = useQueryClient();
  const accountKey = useAccountKey() ?? 'nobody';
  if (current?.accountKey !== accountKey || current.queryClient !== queryClient) {
    current?.end();
    current = createCurrent(accountKey, queryClient);
  }
  return current.run;
}

export function useRunState<Value>(run: CollectorRun, select: (state: CollectorRunState) => Value): Value {
  return useStore(run.store, select);
}

function createCurrent(accountKey: string, queryClient: QueryClient): Current {
  let isEnded = false;
  const run = createCollectorRun({
    storage: openCollectorStorage(accountKey),
    api: onlyWhile(() => !isEnded, serverApi),
    clock: systemClock,
    log: logProblem,
    send: fetchThroughExtension,
    loadCatalogue: () => call(getCatalogue, {}),
    runExclusively: runInOneTab,
    onRow: (row) => putRows(queryClient, [row]),
    isExtensionThere: async () => {
      const { ok } = await sendToExtension('checkExtension', {});
      reportExtension(ok);
      return ok;
    },
  });
  const end = (): void => {
    isEnded = true;
    run.close();
  };
  return { run, accountKey, queryClient, end };
}

export const fetchThroughExtension: SendFetch = async (url, plain, signal) => {
  const result = await sendToExtension('fetchData', { url, json: plain, requestId: randomId() }, { signal });
  return result.ok ? { ok: true, body: result.data.body } : result;
};

/** Locks exist in secure contexts only; elsewhere the extension's own limits have to do. */
async function runInOneTab(action: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await action();
    return true;
  }
  return navigator.locks.request('leadloom-collector', { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await action();
    return true;
  });
}
