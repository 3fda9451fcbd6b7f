import { changeEmail } from '@leadloom/shared/contract/account-settings';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { CODE_REFUSALS, useSecondFactor } from '../../lib/use-second-factor.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

const ADDRESS_REFUSALS = ['EMAIL.INVALID'] as const;
const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;

export function EmailSection({ email }: { readonly email: string }) {
  const [newEmail, setNewEmail] = useState('');
  const [password, setPassword] = useState('');
  /** The address is judged once it was left or sent, not while it is typed. */
  const [isJudged, setJudged] = useState(false);
  const [success, setSuccess] = useState<string | null>(null);
  const { data: twoFactor } = useTwoFactorStatus();
  const factor = useSecondFactor(twoFactor?.enabled);
  const { isSending, failure, submit, forgive } = useSubmission();
  const address = newEmail.trim();
  const problem = addressProblem(address, email);

  function onEdit(set: (value: string) => void) {
    return (value: string): void => {
      forgive();
      setSuccess(null);
      set(value);
    };
  }

  async function onSubmit(): Promise<void> {
    setSuccess(null);
    setJudged(true);
    if (problem !== null) return;
    await submit(async () => {
      const body = { password, ...factor.evidence, new_email: address };
      const { msg } = await factor.watch(call(changeEmail, { body }));
      for (const clear of [setNewEmail, setPassword, factor.setCode]) clear('');
      setJudged(false);
      setSuccess(msg);
    });
  }

  return (
    <SettingsSection
      heading="Email"
      lead={
        <>
          <Box component="p" sx={{ overflowWrap: 'anywhere' }}>
            You sign in as <strong>{email}</strong>.
          </Box>
          <p>
            We mail a link to the new address. Your present one stays in use until you follow that link, and gets a mail about the
            change.
          </p>
        </>
      }
    >
      <SettingsForm
        submitLabel="Change email"
        isSubmitDisabled={isSending || address === '' || password === '' || !factor.isFilled}
        onSubmit={() => void onSubmit()}
        success={success}
        failure={formFailure(failure, [...ADDRESS_REFUSALS, ...PASSWORD_REFUSALS, ...CODE_REFUSALS])}
      >
        <FormField
          label="New email"
          name="new-email"
          type="email"
          autoComplete="email"
          value={newEmail}
          onChange={onEdit(setNewEmail)}
          onBlur={() => setJudged(address !== '')}
          error={fieldFailure(failure, ADDRESS_REFUSALS) ?? (isJudged ? problem : null)}
        />
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
      </SettingsForm>
    </SettingsSection>
  );
}

function addressProblem(address: string, present: string): string | null {
  if (!hasEmailFormat(address)) return 'Email is invalid';
  return address.toLowerCase() === present.toLowerCase() ? 'This is your email already.' : null;
}
