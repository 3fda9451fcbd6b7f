import { changeEmail } from '@leadloom/shared/contract/account-settings';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { PasswordAndCodeFields } from '../../components/password-and-code-fields.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { SettingsLine, useLine } from '../../components/settings-line.tsx';
import { call } from '../../lib/api-client/call.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../lib/use-password-and-code.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

const ADDRESS_REFUSALS = ['EMAIL.INVALID'] as const;

export function EmailSection({ email }: { readonly email: string }) {
  const line = useLine();
  return (
    <SettingsLine
      heading="Email"
      value={<bdi>{email}</bdi>}
      line={line}
      lead="We will email a link to the new address. Your current address stays in use until you follow the link, and gets an email about the change."
      hasCancel
    >
      <EmailForm email={email} onRequested={line.finish} onCancel={line.close} />
    </SettingsLine>
  );
}

interface EmailFormProps {
  readonly email: string;
  /** @param sentence the result */
  readonly onRequested: (sentence: string) => void;
  readonly onCancel: () => void;
}

function EmailForm({ email, onRequested, onCancel }: EmailFormProps) {
  const [newEmail, setNewEmail] = useState('');
  /** The address is checked when the field is left or sent, not while typing. */
  const [isJudged, setJudged] = useState(false);
  const { data: twoFactor } = useTwoFactorStatus();
  const proof = usePasswordAndCode(twoFactor?.enabled);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const address = newEmail.trim();
  const problem = addressProblem(address, email);

  async function onSubmit(): Promise<void> {
    setJudged(true);
    if (problem !== null) return;
    await submit(async () => {
      const body = { ...proof.evidence, new_email: address };
      const { msg } = await proof.factor.watch(call(changeEmail, { body }));
      onRequested(msg);
    });
  }

  return (
    <SettingsForm
      submitLabel="Change email"
      isSubmitDisabled={isSending || address === '' || !proof.isFilled}
      onSubmit={() => void onSubmit()}
      onCancel={onCancel}
      failure={formFailure(failure, [...ADDRESS_REFUSALS, ...PASSWORD_AND_CODE_REFUSALS])}
    >
      <FormField
        label="New email"
        name="new-email"
        type="email"
        autoComplete="email"
        value={newEmail}
        onChange={(value) => {
          clearFailure();
          setNewEmail(value);
        }}
        onBlur={() => setJudged(address !== '')}
        error={fieldFailure(failure, ADDRESS_REFUSALS) ?? (isJudged ? problem : null)}
        hasFocusFirst
      />
      <PasswordAndCodeFields state={proof} failure={failure} onEdit={clearFailure} />
    </SettingsForm>
  );
}

function addressProblem(address: string, present: string): string | null {
  if (!hasEmailFormat(address)) return 'Email is invalid';
  return address.toLowerCase() === present.toLowerCase() ? 'This is already your email.' : null;
}
