/** Lines that are pasted onto a table, and not into a field of it, filter it by the rows that they mean. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { handList } from '../../../lib/match/handed-list.ts';
import { pastedMatchKey } from '../../../lib/match/use-pasted-match.ts';
import { paths } from '../../../lib/paths.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { usePaste } from '../../../lib/use-paste.ts';

/**
 * @param onMatch gets the id by which the table is filtered; null: nothing can be pasted yet
 * @returns whether lines are being matched
 */
export function useTablePaste(table: TableName, onMatch: ((list: string) => void) | null): boolean {
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const running = useRef<AbortController | null>(null);
  const latest = useRef(onMatch);
  useEffect(() => {
    latest.current = onMatch;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pasted onto one table filters no other
  useEffect(() => () => running.current?.abort(), [table]);

  async function paste(text: string): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { matchPasted } = await import('./match-pasted.ts');
      const outcome = await matchPasted(table, text, controller.signal);
      if (controller.signal.aborted) return;
      if (outcome.match === null) showRefusal(outcome, text);
      else {
        const list = String(outcome.match.id);
        queryClient.setQueryData(pastedMatchKey(list), outcome.match);
        latest.current?.(list);
      }
    } catch (cause) {
      if (!controller.signal.aborted) showSnackbar('error', failureText(cause));
    } finally {
      if (running.current === controller) setBusy(false);
    }
  }

  function showRefusal({ reason, isTooLong }: { readonly reason: string; readonly isTooLong: boolean }, text: string): void {
    const run = () => {
      handList(text);
      navigate(`${paths.match}?table=${table}`);
    };
    showSnackbar('info', reason, ...(isTooLong ? [{ label: 'Match my list', run }] : []));
  }

  usePaste((text) => {
    if (latest.current !== null) void paste(text);
  });
  return isBusy;
}

function failureText(cause: unknown): string {
  return cause instanceof ApiError ? cause.message : 'The pasted lines could not be matched. Try again.';
}
