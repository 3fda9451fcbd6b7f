/**
 * Reads of the server's data, as `useQuery` of TanStack Query. That one tells React of an answer by way of
 * `useSyncExternalStore`, which makes React render everything that depends on it in one piece: up to a fifth of a second
 * for a table on a phone. Here the first answer of a query is a transition: what it brings is rendered in short turns, between
 * which the page responds. Later ones often follow what a person did, and are shown at once.
 */
import {
  type DefaultError,
  notifyManager,
  type QueryKey,
  QueryObserver,
  type UseQueryOptions,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { startTransition, useEffect, useReducer, useRef, useState } from 'react';

/** The options of one query. `throwOnError`, `subscribed` and suspense are not supported. */
type Options<FetchedData, Failure, Data, Key extends QueryKey> = Omit<
  UseQueryOptions<FetchedData, Failure, Data, Key>,
  'throwOnError' | 'subscribed'
>;

export function useQuery<FetchedData = unknown, Failure = DefaultError, Data = FetchedData, Key extends QueryKey = QueryKey>(
  options: Options<FetchedData, Failure, Data, Key>,
): UseQueryResult<NoInfer<Data>, Failure> {
  const client = useQueryClient();
  const defaulted = client.defaultQueryOptions(options);
  // What is shown before the observer knows of these options says already that it is asked for.
  defaulted._optimisticResults = 'optimistic';
  const [observer] = useState(() => new QueryObserver<FetchedData, Failure, Data, FetchedData, Key>(client, defaulted));
  const result = observer.getOptimisticResult(defaulted);
  const shown = observer.getCurrentResult();
  const isFirst = useRef(true);
  const [, render] = useReducer((renders: number) => renders + 1, 0);

  useEffect(() => {
    observer.setOptions(defaulted);
    isFirst.current = result.isPending;
  }, [observer, defaulted, result]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown is compared once, when the subscription begins
  useEffect(() => {
    const onChange = notifyManager.batchCalls(() => {
      if (isFirst.current) startTransition(render);
      else render();
    });
    const unsubscribe = observer.subscribe(onChange);
    observer.updateResult();
    // An answer may have come between the rendering and the subscription.
    if (observer.getCurrentResult() !== shown) onChange();
    return unsubscribe;
  }, [observer]);

  return observer.trackResult(result);
}
