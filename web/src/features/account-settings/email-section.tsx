import { changeEmail } from '@leadloom/shared/contract/account-settings';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordAndCodeFields } from '../../components/password-and-code-fields.tsx';
import { call } from '../../lib/api-client/call.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../lib/use-password-and-code.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

const ADDRESS_REFUSALS = ['EMAIL.INVALID'] as const;

export function EmailSection({ email }: { readonly email: string }) {
  return (
    <SettingsSection
      heading="Email"
      lead={
        <>
          <Box component="p" sx={{ overflowWrap: 'anywhere' }}>
            You sign in as <strong>{email}</strong>.
          </Box>
          <p>
            We will email a link to the new address. Your current address stays in use until you follow the link, and gets an
            email about the change.
          </p>
        </>
      }
    >
      <EmailForm email={email} />
    </SettingsSection>
  );
}

function EmailForm({ email }: { readonly email: string }) {
  const [newEmail, setNewEmail] = useState('');
  /** The address is checked when the field is left or sent, not while typing. */
  const [isJudged, setJudged] = useState(false);
  const [success, setSuccess] = useState<string | null>(null);
  const { data: twoFactor } = useTwoFactorStatus();
  const proof = usePasswordAndCode(twoFactor?.enabled);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const address = newEmail.trim();
  const problem = addressProblem(address, email);

  function onEdit(): void {
    clearFailure();
    setSuccess(null);
  }

  async function onSubmit(): Promise<void> {
    setSuccess(null);
    setJudged(true);
    if (problem !== null) return;
    await submit(async () => {
      const body = { ...proof.evidence, new_email: address };
      const { msg } = await proof.factor.watch(call(changeEmail, { body }));
      setNewEmail('');
      proof.clear();
      setJudged(false);
      setSuccess(msg);
    });
  }

  return (
    <SettingsForm
      submitLabel="Change email"
      isSubmitDisabled={isSending || address === '' || !proof.isFilled}
      onSubmit={() => void onSubmit()}
      success={success}
      failure={formFailure(failure, [...ADDRESS_REFUSALS, ...PASSWORD_AND_CODE_REFUSALS])}
    >
      <FormField
        label="New email"
        name="new-email"
        type="email"
        autoComplete="email"
        value={newEmail}
        onChange={(value) => {
          onEdit();
          setNewEmail(value);
        }}
        onBlur={() => setJudged(address !== '')}
        error={fieldFailure(failure, ADDRESS_REFUSALS) ?? (isJudged ? problem : null)}
      />
      <PasswordAndCodeFields state={proof} failure={failure} onEdit={onEdit} />
    </SettingsForm>
  );
}

function addressProblem(address: string, present: string): string | null {
  if (!hasEmailFormat(address)) return 'Email is invalid';
  return address.toLowerCase() === present.toLowerCase() ? 'This is already your email.' : null;
}
