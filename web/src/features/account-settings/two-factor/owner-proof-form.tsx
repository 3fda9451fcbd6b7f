import { useState } from 'react';
import { PasswordField } from '../../../components/password-field.tsx';
import { SecondFactorField } from '../../../components/second-factor-field.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { isSecondFactorForm } from '../../../lib/second-factor-form.ts';
import { fieldFailure, formFailure } from '../../../lib/split-failure.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { SettingsForm } from '../settings-form.tsx';

const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;
const CODE_REFUSALS = ['TWO_FACTOR.CODE_WRONG'] as const;

interface OwnerProofFormProps {
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  readonly send: (proof: { readonly password: string; readonly code: string }) => Promise<void>;
  /** Answers whether the refusal is dealt with. */
  readonly onRefusal: (error: ApiError) => boolean;
  readonly onCancel: () => void;
}

/** Password and code, for what a stolen session alone must not do. */
export function OwnerProofForm({ submitLabel, isDestructive = false, send, onRefusal, onCancel }: OwnerProofFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isSending, failure, submit, forgive } = useSubmission();

  async function onSubmit(): Promise<void> {
    await submit(() => send({ password, code: code.trim() }), onRefusal);
  }

  return (
    <SettingsForm
      submitLabel={submitLabel}
      isDestructive={isDestructive}
      isSubmitDisabled={isSending || password === '' || !isSecondFactorForm(code)}
      onSubmit={() => void onSubmit()}
      onCancel={onCancel}
      failure={formFailure(failure, [...PASSWORD_REFUSALS, ...CODE_REFUSALS])}
    >
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          forgive();
          setPassword(value);
        }}
        error={fieldFailure(failure, PASSWORD_REFUSALS)}
        hasFocusFirst
      />
      <SecondFactorField
        value={code}
        onChange={(value) => {
          forgive();
          setCode(value);
        }}
        error={fieldFailure(failure, CODE_REFUSALS)}
      />
    </SettingsForm>
  );
}
