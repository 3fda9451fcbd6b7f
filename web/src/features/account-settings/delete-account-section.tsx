import { deleteAccount } from '@leadloom/shared/contract/account-settings';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { setPartingNotice } from '../../lib/session/parting-notice.ts';
import { session } from '../../lib/session/session.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { CODE_REFUSALS, useSecondFactor } from '../../lib/use-second-factor.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;

export function DeleteAccountSection({ email }: { readonly email: string }) {
  const { data: twoFactor } = useTwoFactorStatus();
  const [password, setPassword] = useState('');
  const [typedEmail, setTypedEmail] = useState('');
  const factor = useSecondFactor(twoFactor?.enabled);
  const { isSending, failure, submit, forgive } = useSubmission();
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();

  function onEdit(set: (value: string) => void) {
    return (value: string): void => {
      forgive();
      set(value);
    };
  }

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const { msg } = await factor.watch(call(deleteAccount, { body: { password, ...factor.evidence } }));
      setPartingNotice(msg);
      // The gate before signed-in pages leads to the sign-in page now.
      session.end();
    });
  }

  return (
    <SettingsSection
      heading="Delete account"
      lead={
        <>
          <p>
            This removes your account and everything it holds: your profile, API keys, collected profiles and lists. A
            subscription ends at once.
          </p>
          <p>It cannot be undone. Download your data first if you may need it.</p>
        </>
      }
    >
      <SettingsForm
        submitLabel="Delete account"
        isDestructive
        isSubmitDisabled={isSending || password === '' || !isConfirmed || !factor.isFilled}
        onSubmit={() => void onSubmit()}
        failure={formFailure(failure, [...PASSWORD_REFUSALS, ...CODE_REFUSALS])}
      >
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={onEdit(setPassword)}
          error={fieldFailure(failure, PASSWORD_REFUSALS)}
        />
        {factor.isAsked && (
          <SecondFactorField value={factor.code} onChange={onEdit(factor.setCode)} error={fieldFailure(failure, CODE_REFUSALS)} />
        )}
        <FormField
          label="Type your email to confirm"
          name="confirmation"
          type="email"
          autoComplete="off"
          value={typedEmail}
          onChange={onEdit(setTypedEmail)}
          hint={email}
        />
      </SettingsForm>
    </SettingsSection>
  );
}
