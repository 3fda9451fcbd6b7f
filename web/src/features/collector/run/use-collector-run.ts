/** The page's collector run: one per signed-in account, wired to the extension, the server and this browser. */
import { useStore } from 'zustand';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { logProblem } from '../../../lib/log.ts';
import { noteOpenJob } from '../../../lib/open-job-note.ts';
import { ownerKey } from '../../../lib/workspace/tab-workspace.ts';
import { loadCatalogue } from '../api/catalogue.ts';
import { putEntries, refetchEntries } from '../api/jobs-cache.ts';
import { onlyWhile, serverApi } from '../api/server-api.ts';
import { notifyOperator } from '../check/notify-operator.ts';
import { systemClock } from '../download/clock.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import { perAccount, useOfAccount } from '../per-account.ts';
import { allowanceStore, askExtension, extensionReadsSections } from '../status/ask-extension.ts';
import { reportExtension } from '../status/extension-status.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type CollectorRun, createCollectorRun } from './collector-run.ts';
import type { CollectorRunState } from './collector-run.types.ts';
import { runExclusively } from './run-exclusively.ts';
import { openTabChannel, whenOpenedElsewhere } from './take-over.ts';

const collectorRuns = perAccount<CollectorRun>((accountKey, queryClient, isCurrent) => {
  const tabs = openTabChannel(accountKey, () => run.stop());
  const run: CollectorRun = createCollectorRun({
    storage: openCollectorStorage(ownerKey() || accountKey),
    api: onlyWhile(isCurrent, serverApi),
    clock: systemClock,
    log: logProblem,
    send: fetchThroughExtension,
    loadCatalogue,
    runExclusively,
    onEntry: (entry) => putEntries(queryClient, [entry]),
    isExtensionThere: async () => {
      const answer = await askExtension();
      if (answer !== 'faulty') reportExtension(answer === 'there');
      return answer !== 'gone';
    },
    canReadSections: extensionReadsSections,
    whenOnline,
    notifyOperator: (lines) => {
      if (isCurrent()) notifyOperator(lines);
    },
    onTakenOver: () => refetchEntries(queryClient),
    noteOpenJob: (isOpen) => noteOpenJob(accountKey, isOpen),
    whenOpenedElsewhere: (signal) => whenOpenedElsewhere(accountKey, signal),
    stopElsewhere: tabs.askToStop,
    readContinuesAt: async () => {
      const answer = await askExtension();
      return answer === 'there' ? allowanceStore.getState().allowance?.profiles.continuesAt : undefined;
    },
  });
  const close = (): void => {
    tabs.close();
    run.close();
  };
  return { value: run, close };
});

export function useCollectorRun(): CollectorRun {
  return useOfAccount(collectorRuns);
}

export function useRunState<Value>(run: CollectorRun, select: (state: CollectorRunState) => Value): Value {
  return useStore(run.store, select);
}

export const fetchThroughExtension: SendFetch = async (url, plain, signal) => {
  const result = await sendToExtension('fetchData', { url, json: plain, requestId: randomId() }, { signal });
  return result.ok ? { ok: true, body: result.data.body } : result;
};

/** Resolves when the browser says the computer is online again, or the signal is aborted. */
function whenOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
