/** The matching of one list: started, stopped and continued; what was found stays. */
import type { MatchLine, MatchResult } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-client/api-error.ts';
import { runMatch } from './run-match.ts';

export interface MatchRun {
  readonly table: TableName;
  readonly lines: readonly MatchLine[];
  /** The results by the number of the line. */
  readonly results: readonly (MatchResult | undefined)[];
  readonly done: number;
  readonly state: 'running' | 'stopped' | 'done';
  readonly failure: ApiError | null;
}

export function useMatchRun() {
  const [run, setRun] = useState<MatchRun | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function go(begun: MatchRun): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setRun(begun);
    const { table, lines } = begun;
    const change = (next: (before: MatchRun) => MatchRun) => {
      // Another list may have been started meanwhile.
      if (stop.current === controller) setRun((before) => (before === null ? null : next(before)));
    };
    const failure = await runMatch({
      table,
      lines,
      results: begun.results,
      signal: controller.signal,
      onBatch: (first, found) =>
        change((before) => {
          const results = [...before.results];
          for (const result of found) results[first + result.row] = { ...result, row: first + result.row };
          return { ...before, results, done: before.done + found.length };
        }),
    });
    change((before) => ({ ...before, failure, state: before.done === lines.length ? 'done' : 'stopped' }));
  }

  return {
    run,
    start: (table: TableName, lines: readonly MatchLine[]) =>
      go({ table, lines, results: lines.map(() => undefined), done: 0, state: 'running', failure: null }),
    stop: () => stop.current?.abort(),
    /** Sends what has no result yet. */
    goOn: async () => {
      if (run !== null && run.state === 'stopped') await go({ ...run, state: 'running', failure: null });
    },
    /** Goes back to the list itself. */
    discard: () => {
      stop.current?.abort();
      stop.current = null;
      setRun(null);
    },
  };
}
