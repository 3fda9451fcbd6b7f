import { endOtherSessions } from '@leadloom/shared/contract/account-settings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FlagField } from '../../../components/filter-fields/flag-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { keyListQueryKey } from '../../../lib/key-list-query-key.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface EndOthersDialogProps {
  /** @param sentence the result */
  readonly onEnded: (sentence: string) => void;
  readonly onClose: () => void;
}

/** A person who fears a stolen session is reminded of the API keys, which outlive it. */
export function EndOthersDialog({ onEnded, onClose }: EndOthersDialogProps) {
  const queryClient = useQueryClient();
  const [isRevoking, setRevoking] = useState(false);
  const { isSending, failure, submit } = useSubmission();

  async function onEnd(): Promise<void> {
    await submit(async () => {
      const { revoked_keys: revoked } = await call(endOtherSessions, { body: { revoke_keys: isRevoking } });
      if (revoked !== undefined) void queryClient.invalidateQueries({ queryKey: keyListQueryKey });
      onEnded(sentenceOf(revoked));
    });
  }

  return (
    <ConfirmDialog
      title="End all other sessions?"
      text="Every other browser is signed out at once. API keys keep working unless you revoke them. Revoke them if someone else may have used your account."
      confirmLabel="End all others"
      isDestructive
      isWorking={isSending}
      failure={failure?.message ?? null}
      onConfirm={() => void onEnd()}
      onClose={onClose}
    >
      <FlagField label="Also revoke my API keys" isChecked={isRevoking} onChange={setRevoking} />
    </ConfirmDialog>
  );
}

/** @param revoked undefined: not requested */
function sentenceOf(revoked: number | undefined): string {
  if (revoked === undefined) return 'All other sessions have ended.';
  if (revoked === 0) return 'All other sessions have ended. You had no API keys.';
  return `All other sessions have ended, and ${revoked === 1 ? 'one API key was' : `${revoked} API keys were`} revoked.`;
}
