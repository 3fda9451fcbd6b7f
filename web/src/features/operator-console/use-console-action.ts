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

  /**
   * Says what was done, and loads the list again. Without the proof nothing happens.
   * @param text the sentence, or what makes it of the answer
   */
  async function carryOut<Answer>(action: () => Promise<Answer>, text: string | ((answer: Answer) => string)): Promise<void> {
    let said = '';
    await submit(async () => {
      const done = await withProof(action);
      if (done !== null) said = typeof text === 'string' ? text : text(done.result);
    });
    if (said === '') return;
    close();
    showSnackbar('success', said);
    await queryClient.invalidateQueries({ queryKey: ['console', list] });
  }

  return { opened, open, close, carryOut, isSending, failure: failure?.message ?? null, proofDialog };
}
