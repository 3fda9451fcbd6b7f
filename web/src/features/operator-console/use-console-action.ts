/** What an operator does with one line of a list: it is confirmed in a dialog, and the server may ask for a proof first. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';

/** @param list the second part of its query key @param onClose clears the fields of the dialogs */
export function useConsoleAction<Dialog extends string>(list: string, onClose: () => void = () => undefined) {
  const [opened, open] = useState<Dialog | null>(null);
  const queryClient = useQueryClient();
  const { withProof, proofDialog } = useOwnerProof();
  const { isSending, failure, submit, clearFailure } = useSubmission();

  function close(): void {
    open(null);
    clearFailure();
    onClose();
  }

  /** Says what was done, and loads the list again. Without the proof nothing happens. */
  async function carryOut(action: () => Promise<unknown>, text: string): Promise<void> {
    let isDone = false;
    await submit(async () => {
      isDone = (await withProof(action)) !== null;
    });
    if (!isDone) return;
    close();
    showSnackbar('success', text);
    await queryClient.invalidateQueries({ queryKey: ['console', list] });
  }

  return { opened, open, close, carryOut, isSending, failure: failure?.message ?? null, proofDialog };
}
