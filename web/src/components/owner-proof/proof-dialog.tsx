import { prove } from '@leadloom/shared/contract/account-settings';
import { useMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../lib/use-password-and-code.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PasswordAndCodeFields } from '../password-and-code-fields.tsx';
import { UsernameForManagers } from '../username-for-managers.tsx';
import { ProofByPasskey } from './proof-by-passkey.tsx';

interface ProofDialogProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

/** Asks for the password, and for the code where the server wants one, until the server accepts them. */
export function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const { data: user } = useMe();
  const proof = usePasswordAndCode();
  const submission = useSubmission();
  const { isSending, failure, submit, clearFailure } = submission;

  async function onSubmit(): Promise<void> {
    if (await submit(() => proof.factor.watch(call(prove, { body: proof.evidence })))) onProved();
  }

  return (
    <FormDialog
      title="Confirm your password"
      text="You signed in a while ago. Enter your password to confirm that it is you."
      submitLabel="Confirm"
      isSubmitDisabled={isSending || !proof.isFilled}
      isBusy={isSending}
      failure={formFailure(failure, PASSWORD_AND_CODE_REFUSALS)}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      {user !== undefined && <UsernameForManagers email={user.email} />}
      <PasswordAndCodeFields state={proof} failure={failure} onEdit={clearFailure} hasFocusFirst />
      <ProofByPasskey submission={submission} onProved={onProved} />
    </FormDialog>
  );
}
