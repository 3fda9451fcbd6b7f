import { prove } from '@leadloom/shared/contract/account-settings';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { proveAtProvider } from '../../lib/oidc/go-to-provider.ts';
import { readProviderName } from '../../lib/oidc/provider-name.ts';
import { useOidcLinks } from '../../lib/oidc/use-oidc-links.ts';
import { formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../lib/use-password-and-code.ts';
import { type Submission, useSubmission } from '../../lib/use-submission.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PasswordAndCodeFields } from '../password-and-code-fields.tsx';
import { UsernameForManagers } from '../username-for-managers.tsx';
import { ProofByPasskey } from './proof-by-passkey.tsx';

const WITH_PASSWORD = 'You signed in a while ago. Enter your password to confirm that it is you.';
const WITHOUT_PASSWORD = 'You signed in a while ago. Sign in again to confirm that it is you.';

interface ProofDialogProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

/** Asks for the password, and for the code where the server wants one, until the server accepts them. */
export function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const { data: user } = useMe();
  const proof = usePasswordAndCode();
  const submission = useSubmission();
  const [providerName] = useState(() => readProviderName(document));
  const { data: links } = useOidcLinks(providerName !== null);
  const hasPassword = links?.has_password ?? true;
  const { isSending, failure, submit, clearFailure } = submission;

  async function onSubmit(): Promise<void> {
    if (await submit(() => proof.factor.watch(call(prove, { body: proof.evidence })))) onProved();
  }

  return (
    <FormDialog
      title={hasPassword ? 'Confirm your password' : 'Confirm that it is you'}
      text={hasPassword ? WITH_PASSWORD : WITHOUT_PASSWORD}
      submitLabel="Confirm"
      isSubmitDisabled={isSending || !hasPassword || !proof.isFilled}
      isBusy={isSending}
      failure={formFailure(failure, PASSWORD_AND_CODE_REFUSALS)}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      {user !== undefined && <UsernameForManagers email={user.email} />}
      {hasPassword && <PasswordAndCodeFields state={proof} failure={failure} onEdit={clearFailure} hasFocusFirst />}
      {providerName !== null && links !== undefined && links.total > 0 && (
        <ProofByProvider providerName={providerName} submission={submission} />
      )}
      <ProofByPasskey submission={submission} onProved={onProved} />
    </FormDialog>
  );
}

interface ProofByProviderProps {
  readonly providerName: string;
  readonly submission: Submission;
}

/** A button in place of password and code, for accounts that the provider opens. It leaves the page, and comes back to it. */
function ProofByProvider({ providerName, submission: { isSending, submit } }: ProofByProviderProps) {
  const { pathname, search } = useLocation();
  return (
    <Button variant="outlined" disabled={isSending} onClick={() => void submit(() => proveAtProvider(`${pathname}${search}`))}>
      Continue with {providerName}
    </Button>
  );
}
