/** A number that leads to the rows it counts: they are stored under an id by which their table is filtered. */
import type { PastedMatch } from '@leadloom/shared/contract/match';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api-client/api-error.ts';
import { logProblem } from '../log.ts';
import { tablePath } from '../paths.ts';
import { showSnackbar } from '../snackbar/snackbar-store.ts';
import { pastedMatchKey } from './use-pasted-match.ts';

/** @param store has the server store the rows @returns a function that opens the table, and whether it is about to */
export function useCountedRows(store: () => Promise<PastedMatch>): { readonly open: () => void; readonly isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  async function openRows(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const match = await store();
      queryClient.setQueryData(pastedMatchKey(String(match.id)), match);
      navigate(`${tablePath(match.table)}?list=${match.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) logProblem('Counted rows could not be opened.', error);
      showSnackbar('error', error instanceof ApiError ? error.message : 'The rows could not be opened. Try again.');
    }
    setBusy(false);
  }
  return { open: () => void openRows(), isBusy };
}
