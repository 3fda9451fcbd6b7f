import { removePasskey } from '@leadloom/shared/contract/passkeys';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { Passkey } from './passkey-list.ts';

interface RemovePasskeyDialogProps {
  readonly passkey: Passkey;
  /** @param sentence the result */
  readonly onRemoved: (sentence: string) => void;
  readonly onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, onRemoved, onClose }: RemovePasskeyDialogProps) {
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onConfirm(): Promise<void> {
    await submit(async () => {
      if ((await withProof(() => removeOne(passkey.id))) !== null) onRemoved('The passkey was removed.');
    });
  }

  return (
    <>
      <ConfirmDialog
        title={
          <>
            Remove <bdi>{passkey.name}</bdi>?
          </>
        }
        text="It can no longer sign in to your account. Other browsers that signed in with it are signed out. Delete it from your device or password manager too."
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

/** One that was already removed counts as removed. */
async function removeOne(id: string): Promise<void> {
  try {
    await call(removePasskey, { params: { passkey_id: id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PASSKEY.NOT_FOUND')) throw error;
  }
}
