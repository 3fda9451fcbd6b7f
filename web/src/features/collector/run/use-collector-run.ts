/** The page's collector run: one per signed-in account, wired to the extension, the server and this browser. */
import { canReadSections } from '@leadloom/shared/messages/extension-abilities';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { logProblem } from '../../../lib/log.ts';
import { noteOpenJob } from '../../../lib/open-job-note.ts';
import { onAccountChange, useAccountKey } from '../../../lib/session/session.ts';
import { loadCatalogue } from '../api/catalogue.ts';
import { putEntries, refetchEntries } from '../api/jobs-cache.ts';
import { onlyWhile, serverApi } from '../api/server-api.ts';
import { tellOperator } from '../check/tell-operator.ts';
import { systemClock } from '../download/clock.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import { allowanceStore, askExtension } from '../status/ask-extension.ts';
import { reportExtension } from '../status/extension-status.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type CollectorRun, createCollectorRun } from './collector-run.ts';
import type { CollectorRunState } from './collector-run.types.ts';
import { runExclusively } from './run-exclusively.ts';
import { openTabChannel, whenOpenedElsewhere } from './tab-channel.ts';
import { whenOnline } from './when-online.ts';

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
  const tabs = openTabChannel(accountKey, () => run.stop());
  const run = createCollectorRun({
    storage: openCollectorStorage(accountKey),
    api: onlyWhile(() => !isEnded, serverApi),
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
    canReadSections: () => canReadSections(allowanceStore.getState().version ?? ''),
    whenOnline,
    tellOperator: (lines) => {
      if (!isEnded) tellOperator(lines);
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
  const end = (): void => {
    isEnded = true;
    tabs.close();
    run.close();
  };
  return { run, accountKey, queryClient, end };
}

export const fetchThroughExtension: SendFetch = async (url, plain, signal) => {
  const result = await sendToExtension('fetchData', { url, json: plain, requestId: randomId() }, { signal });
  return result.ok ? { ok: true, body: result.data.body } : result;
};
