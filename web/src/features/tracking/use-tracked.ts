/**
 * The names an account tracks on a network, and their state. A name being removed no longer counts, unless the
 * server keeps it; its row stays for a moment, so that the second click of a double click hits no other row.
 * Changes are sent one after another, so that a new name can use the slot of one deleted just before.
 */
import type { NetworkName, SourceHealth } from '@leadloom/shared/contract/sources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useQuery } from '../../lib/query/use-query.ts';
import { pollPause } from './poll-pause.ts';
import { type Network, readNetwork } from './read-network.ts';

/** Functions are stable, and throw `ApiError`. */
export interface TrackingApi<Tracked> {
  readonly network: NetworkName;
  readonly list: (signal: AbortSignal) => Promise<readonly Tracked[]>;
  /** @returns all that are tracked then */
  readonly add: (names: readonly string[]) => Promise<readonly Tracked[]>;
  readonly remove: (tracked: Tracked) => Promise<void>;
  /** The same however the name is spelled. */
  readonly keyOf: (tracked: Tracked) => string;
}

interface Snapshot<Tracked> {
  readonly tracked: readonly Tracked[];
  /** null: not known. */
  readonly network: Network | null;
}

export interface TrackedLine<Tracked> {
  readonly one: Tracked;
  /** It is being removed, or has been. */
  readonly isLeaving: boolean;
}

export interface TrackedNames<Tracked> {
  /** The tracked names without those being removed; undefined while nothing is known. */
  readonly tracked: readonly Tracked[] | undefined;
  /** The tracked names with those being removed, in their positions. */
  readonly lines: readonly TrackedLine<Tracked>[];
  readonly network: Network | null;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
  readonly isAdding: boolean;
  /** @throws {ApiError} */
  readonly add: (names: readonly string[]) => Promise<unknown>;
  /** @throws {ApiError} */
  readonly remove: (tracked: Tracked) => Promise<unknown>;
}

interface Leaving<Tracked> {
  readonly one: Tracked;
  /** Its place in the list. */
  readonly at: number;
}

const LEAVES_AFTER_MS = 1000;

const trackedKey = (network: NetworkName) => ['tracked', network] as const;

/**
 * How many names the account tracks, where the list is on the screen, too. It only reads the cache: an observer of its own
 * would replace the function of the query by none, and the list would not be asked for again after a failure. null: not known
 */
export function useTrackedCount(network: NetworkName): number | null {
  const queryClient = useQueryClient();
  const subscribe = useCallback((onChange: () => void) => queryClient.getQueryCache().subscribe(onChange), [queryClient]);
  const snapshot = useSyncExternalStore(subscribe, () => queryClient.getQueryData<Snapshot<unknown>>(trackedKey(network)));
  return snapshot?.tracked.length ?? null;
}

export function useTracked<Tracked extends { readonly health: SourceHealth }>(api: TrackingApi<Tracked>): TrackedNames<Tracked> {
  const { keyOf } = api;
  const queryClient = useQueryClient();
  const queryKey = trackedKey(api.network);
  const scope = { id: queryKey.join(' ') };
  const [leaving, setLeaving] = useState<readonly Leaving<Tracked>[]>([]);
  const { data, error, isFetching, refetch } = useQuery<Snapshot<Tracked>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const [tracked, network] = await Promise.all([api.list(signal), readNetwork(api.network, signal)]);
      return { tracked, network };
    },
    // Visits happen in the background.
    staleTime: 0,
    refetchInterval: ({ state }) => pollPause(state.data?.tracked.map(({ health }) => health) ?? [], Date.now()),
  });

  /** A response in flight does not include the change and is dropped. */
  async function change(next: (tracked: readonly Tracked[]) => readonly Tracked[]): Promise<void> {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Snapshot<Tracked>>(queryKey, (known) => ({
      tracked: next(known?.tracked ?? []),
      network: known?.network ?? null,
    }));
  }

  /** A change that was refused or not answered may have been made all the same. */
  const refetchList = () => void queryClient.invalidateQueries({ queryKey });

  const adding = useMutation({
    scope,
    mutationFn: api.add,
    onSuccess: (tracked) => change(() => tracked),
    onError: refetchList,
  });
  const removeLeaving = (one: Tracked) => setLeaving((all) => all.filter((other) => keyOf(other.one) !== keyOf(one)));
  const removing = useMutation({
    scope,
    mutationFn: api.remove,
    onMutate: (one) => {
      const at = data?.tracked.findIndex((other) => keyOf(other) === keyOf(one)) ?? 0;
      setLeaving((all) => [...all, { one, at }]);
    },
    onSuccess: async (_, one) => {
      await change((tracked) => tracked.filter((other) => keyOf(other) !== keyOf(one)));
      window.setTimeout(() => removeLeaving(one), LEAVES_AFTER_MS);
    },
    onError: (_, one) => {
      removeLeaving(one);
      refetchList();
    },
  });
  const leavingKeys = new Set(leaving.map(({ one }) => keyOf(one)));

  return {
    tracked: data?.tracked.filter((one) => !leavingKeys.has(keyOf(one))),
    lines: linesOf(data?.tracked ?? [], leaving, keyOf),
    network: data?.network ?? null,
    error,
    isFetching,
    retry: () => void refetch(),
    isAdding: adding.isPending,
    add: adding.mutateAsync,
    remove: removing.mutateAsync,
  };
}

function linesOf<Tracked>(
  tracked: readonly Tracked[],
  leaving: readonly Leaving<Tracked>[],
  keyOf: (tracked: Tracked) => string,
): readonly TrackedLine<Tracked>[] {
  const here = new Set(tracked.map(keyOf));
  const leavingKeys = new Set(leaving.map(({ one }) => keyOf(one)));
  const lines = tracked.map((one) => ({ one, isLeaving: leavingKeys.has(keyOf(one)) }));
  for (const { one, at } of leaving) if (!here.has(keyOf(one))) lines.splice(at, 0, { one, isLeaving: true });
  return lines;
}
