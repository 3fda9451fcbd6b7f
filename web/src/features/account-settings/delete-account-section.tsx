import { deleteAccount } from '@leadloom/shared/contract/account-settings';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordAndCodeFields } from '../../components/password-and-code-fields.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { SettingsLine, useLine } from '../../components/settings-line.tsx';
import { forgetAccount } from '../../lib/account/sign-out.ts';
import { call } from '../../lib/api-client/call.ts';
import { setPartingNotice } from '../../lib/session/parting-notice.ts';
import { session } from '../../lib/session/session.ts';
import { formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../lib/use-password-and-code.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

export function DeleteAccountSection({ email }: { readonly email: string }) {
  const line = useLine();
  return (
    <SettingsLine
      heading="Delete account"
      value="Your account and everything in it"
      buttonLabel="Delete"
      isDestructive
      line={line}
      hasCancel
      lead={
        <>
          <p>
            This deletes your account and everything in it: your profile, API keys, collected profiles and lists. A subscription
            ends at once.
          </p>
          <p>This cannot be undone. Download your data first if you might need it.</p>
        </>
      }
    >
      <DeleteAccountForm email={email} onCancel={line.close} />
    </SettingsLine>
  );
}

function DeleteAccountForm({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const { data: twoFactor } = useTwoFactorStatus();
  const [typedEmail, setTypedEmail] = useState('');
  const proof = usePasswordAndCode(twoFactor?.enabled);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const { msg } = await proof.factor.watch(call(deleteAccount, { body: proof.evidence }));
      setPartingNotice(msg);
      // The gate before signed-in pages leads to the sign-in page now.
      const accountKey = session.accountKey();
      session.end();
      void forgetAccount(accountKey);
    });
  }

  return (
    <SettingsForm
      submitLabel="Delete account"
      isDestructive
      isSubmitDisabled={isSending || !isConfirmed || !proof.isFilled}
      onSubmit={() => void onSubmit()}
      onCancel={onCancel}
      failure={formFailure(failure, PASSWORD_AND_CODE_REFUSALS)}
    >
      <PasswordAndCodeFields state={proof} failure={failure} onEdit={clearFailure} hasFocusFirst />
      <FormField
        label="Type your email to confirm"
        name="confirmation"
        type="email"
        autoComplete="off"
        value={typedEmail}
        onChange={(value) => {
          clearFailure();
          setTypedEmail(value);
        }}
        hint={email}
      />
    </SettingsForm>
  );
}
