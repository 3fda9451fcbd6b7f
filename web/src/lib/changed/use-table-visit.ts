/**
 * Tells the server that a table's screen is shown, now and every few minutes while it is in sight, and when it is left; the
 * server answers since when rows are new.
 */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { noteTableVisit } from '@leadloom/shared/contract/table-visits';
import { useEffect } from 'react';
import { call } from '../api-client/call.ts';
import { logProblem } from '../log.ts';
import { useQuery } from '../query/use-query.ts';
import { session } from '../session/session.ts';

/** Much less than the time after which a visit ends. */
const SEEN_EVERY_MS = 5 * 60_000;

export interface ShownTable {
  readonly table: MyTable;
  /** null: without a view. */
  readonly viewId: string | null;
  /** false: which view is shown is not known yet. */
  readonly isKnown: boolean;
}

export interface TableVisit {
  /** When the visit before began; null: not known. */
  readonly since: string | null;
  readonly hasFailed: boolean;
}

export function useTableVisit({ table, viewId, isKnown }: ShownTable): TableVisit {
  const { data, error } = useQuery({
    queryKey: ['table-visit', table, viewId],
    queryFn: async ({ signal }) => (await call(noteTableVisit, { body: { table, view_id: viewId } }, { signal })).since,
    enabled: isKnown,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: SEEN_EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    if (error !== null) logProblem('The visit of a table could not be noted.', error);
  }, [error]);

  useEffect(() => {
    if (!isKnown) return;
    const noteEnd = (): void => {
      if (!session.isSignedIn()) return;
      // If this fails, the visit only ends some minutes earlier; the view may have just been deleted.
      call(noteTableVisit, { body: { table, view_id: viewId } }).catch(() => undefined);
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') noteEnd();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      noteEnd();
    };
  }, [table, viewId, isKnown]);

  return { since: data ?? null, hasFailed: data === undefined && error !== null };
}
