/** The page's two list runs: one pair per signed-in account, wired to the extension, the server and this browser. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { logProblem } from '../../../lib/log.ts';
import { loadCatalogue } from '../api/catalogue.ts';
import { putEntries } from '../api/jobs-cache.ts';
import { notifyOperator } from '../check/notify-operator.ts';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { systemClock } from '../download/clock.ts';
import { changesStatus } from '../download/stop-reason.ts';
import { perAccount, useOfAccount } from '../per-account.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import { runExclusively } from '../run/run-exclusively.ts';
import { fetchThroughExtension } from '../run/use-collector-run.ts';
import { askExtension } from '../status/ask-extension.ts';
import { checkStatus } from '../status/extension-status.ts';
import { type ListApi, openListApi } from './list-api.ts';
import { openListStorage } from './list-progress.ts';
import { createListRun, type ListRun, type ListRunDependencies, type ListRunState } from './list-run.ts';

interface ListRuns {
  readonly connections: ListRun;
  readonly search: ListRun;
  readonly api: ListApi;
}

const listRuns = perAccount<ListRuns>((accountKey, queryClient, isCurrent) => {
  const api = openListApi(isCurrent);
  const dependencies: ListRunDependencies = {
    storage: openListStorage(accountKey),
    api,
    clock: systemClock,
    memory: createCandidateMemory(),
    send: fetchThroughExtension,
    ...{ loadCatalogue, requireRiskAccepted, runExclusively },
    isExtensionThere: async () => (await askExtension()) !== 'gone',
    onEntries: (entries) => putEntries(queryClient, entries),
    notifyOperator: (lines) => {
      if (isCurrent()) notifyOperator(lines);
    },
    log: logProblem,
  };
  const connections = createListRun(dependencies);
  const search = createListRun(dependencies);
  const close = (): void => {
    connections.close();
    search.close();
  };
  return { value: { connections, search, api }, close };
});

export function useListRuns(): ListRuns {
  return useOfAccount(listRuns);
}

/**
 * What a run knows. Finds what an earlier page left behind, and how far another tab has come whenever the person returns
 * to this one; has the status checked when the run noticed a change.
 */
export function useListRun(run: ListRun): ListRunState {
  const state = useStore(run.store);
  const reason = state.progress?.stop?.reason;
  useEffect(() => {
    const over = new AbortController();
    const load = (): void => {
      if (document.visibilityState === 'visible') void run.load();
    };
    void run.load();
    document.addEventListener('visibilitychange', load, over);
    window.addEventListener('focus', load, over);
    return () => over.abort();
  }, [run]);
  useEffect(() => {
    if (changesStatus(reason)) checkStatus();
  }, [reason]);
  return state;
}
