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
import { serverApi } from './server-api.ts';

let current: { readonly run: CollectorRun; readonly accountKey: string; readonly queryClient: QueryClient } | null = null;

onAccountChange(() => {
  current?.run.stop();
  current = null;
});

export function useCollectorRun(): CollectorRun {
  const queryClient = useQueryClient();
  const accountKey = useAccountKey() ?? 'nobody';
  if (current?.accountKey !== accountKey || current.queryClient !== queryClient) {
    current?.run.stop();
    current = { run: createRun(accountKey, queryClient), accountKey, queryClient };
  }
  return current.run;
}

export function useRunState<Value>(run: CollectorRun, select: (state: CollectorRunState) => Value): Value {
  return useStore(run.store, select);
}

function createRun(accountKey: string, queryClient: QueryClient): CollectorRun {
  return createCollectorRun({
    storage: openCollectorStorage(accountKey),
    api: serverApi,
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
