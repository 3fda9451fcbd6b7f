/** Removes a way to sign in, which asks for the proof of the owner. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { useSubmission } from '../../lib/use-submission.ts';

interface RemovalDialogProps {
  readonly title: ReactNode;
  readonly text: string;
  readonly remove: () => Promise<unknown>;
  /** The error of one that was removed already, which counts as removed. */
  readonly goneCode: ErrorCode;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemovalDialog({ title, text, remove, goneCode, onRemoved, onClose }: RemovalDialogProps) {
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function removeOne(): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === goneCode)) throw error;
    }
  }

  async function onConfirm(): Promise<void> {
    await submit(async () => {
      if ((await withProof(removeOne)) !== null) onRemoved();
    });
  }

  return (
    <>
      <ConfirmDialog
        title={title}
        text={text}
        confirmLabel="Remove"
        isDestructive
        isWorking={isSending}
        failure={failure?.message ?? null}
        onConfirm={() => void onConfirm()}
        onClose={onClose}
      />
      {proofDialog}
    </>
  );
}
