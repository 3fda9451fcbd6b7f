import { deleteAccount } from '@leadloom/shared/contract/account-settings';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { isSecondFactorForm } from '../../lib/second-factor-form.ts';
import { setPartingNotice } from '../../lib/session/parting-notice.ts';
import { session } from '../../lib/session/session.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { fieldFailure, formFailure } from './split-failure.ts';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';
import { useSubmission } from './use-submission.ts';

const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;
const CODE_REFUSALS = ['TWO_FACTOR.CODE_WRONG', 'TWO_FACTOR.CODE_REQUIRED'] as const;

export function DeleteAccountSection({ email }: { readonly email: string }) {
  const { data: twoFactor } = useTwoFactorStatus();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [typedEmail, setTypedEmail] = useState('');
  /** The second factor may have been switched on elsewhere since this screen was loaded. */
  const [wasCodeDemanded, setCodeDemanded] = useState(false);
  const { isSending, failure, submit, forgive } = useSubmission();
  const needsCode = twoFactor?.enabled === true || wasCodeDemanded;
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();

  function onEdit(set: (value: string) => void) {
    return (value: string): void => {
      forgive();
      set(value);
    };
  }

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const body = { password, ...(needsCode ? { code: code.trim() } : {}) };
      const { msg } = await call(deleteAccount, { body }).catch((error: unknown) => {
        setCodeDemanded((was) => was || isCodeDemand(error));
        throw error;
      });
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
        isSubmitDisabled={isSending || password === '' || !isConfirmed || (needsCode && !isSecondFactorForm(code))}
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
        {needsCode && <SecondFactorField value={code} onChange={onEdit(setCode)} error={fieldFailure(failure, CODE_REFUSALS)} />}
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

function isCodeDemand(error: unknown): boolean {
  return fieldFailure(error instanceof ApiError ? error : null, ['TWO_FACTOR.CODE_REQUIRED']) !== null;
}
