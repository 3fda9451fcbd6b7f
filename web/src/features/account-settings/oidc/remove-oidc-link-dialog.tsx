import { removeOidcLink } from '@leadloom/shared/contract/oidc';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface RemoveOidcLinkDialogProps {
  readonly providerName: string;
  readonly linkId: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveOidcLinkDialog({ providerName, linkId, onRemoved, onClose }: RemoveOidcLinkDialogProps) {
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onConfirm(): Promise<void> {
    await submit(async () => {
      if ((await withProof(() => removeOne(linkId))) !== null) onRemoved();
    });
  }

  return (
    <>
      <ConfirmDialog
        title={`Remove the sign-in with ${providerName}?`}
        text="It no longer opens your account, and all your other browsers are signed out. If it is used again with your verified email, it is joined again."
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
    await call(removeOidcLink, { params: { link_id: id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'OIDC.LINK_NOT_FOUND')) throw error;
  }
}
