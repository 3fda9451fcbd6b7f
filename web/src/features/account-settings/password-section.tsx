import { changePassword } from '@leadloom/shared/contract/account-settings';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordLengthProblem } from '@leadloom/shared/domain/password-length';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FlagField } from '../../components/filter-fields/flag-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { SettingsLine, useLine } from '../../components/settings-line.tsx';
import { UsernameForManagers } from '../../components/username-for-managers.tsx';
import { call } from '../../lib/api-client/call.ts';
import { keyListQueryKey } from '../../lib/key-list-query-key.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { PASSWORD_REFUSALS } from '../../lib/use-password-and-code.ts';
import { CODE_REFUSALS, useSecondFactor } from '../../lib/use-second-factor.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';

const NEW_REFUSALS = ['PASSWORD.TOO_SHORT', 'PASSWORD.TOO_LONG', 'PASSWORD.TOO_COMMON'] as const;

export function PasswordSection({ email }: { readonly email: string }) {
  const line = useLine();
  return (
    <SettingsLine
      heading="Password"
      value="Set"
      line={line}
      lead="A new password signs out every other browser. You will get an email about the change."
      hasCancel
    >
      <PasswordForm email={email} onChanged={line.finish} onCancel={line.close} />
    </SettingsLine>
  );
}

interface PasswordFormProps {
  readonly email: string;
  /** @param sentence the result */
  readonly onChanged: (sentence: string) => void;
  readonly onCancel: () => void;
}

function PasswordForm({ email, onChanged, onCancel }: PasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isRevoking, setRevoking] = useState(false);
  const queryClient = useQueryClient();
  const { data: twoFactor } = useTwoFactorStatus();
  const factor = useSecondFactor(twoFactor?.enabled);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const lengthProblem = passwordLengthProblem(next);

  /** The outcome of the last try does not apply to the next. */
  function onEdit<Value>(set: (value: Value) => void) {
    return (value: Value): void => {
      clearFailure();
      set(value);
    };
  }

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const passwords = { current_password: current, new_password: next };
      const body = { ...passwords, ...factor.evidence, ...(isRevoking ? { revoke_keys: true } : {}) };
      const { msg } = await factor.watch(call(changePassword, { body }));
      if (isRevoking) void queryClient.invalidateQueries({ queryKey: keyListQueryKey });
      onChanged(msg);
    });
  }

  return (
    <SettingsForm
      submitLabel="Change password"
      isSubmitDisabled={isSending || current === '' || lengthProblem !== null || next !== repeated || !factor.isFilled}
      onSubmit={() => void onSubmit()}
      onCancel={onCancel}
      failure={formFailure(failure, [...PASSWORD_REFUSALS, ...NEW_REFUSALS, ...CODE_REFUSALS])}
    >
      <UsernameForManagers email={email} />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={onEdit(setCurrent)}
        error={fieldFailure(failure, PASSWORD_REFUSALS)}
        hasFocusFirst
      />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={next}
        onChange={onEdit(setNext)}
        error={fieldFailure(failure, NEW_REFUSALS) ?? (next === '' ? null : lengthProblem)}
        hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
      />
      <PasswordField
        label="Repeat new password"
        name="repeat-password"
        autoComplete="new-password"
        value={repeated}
        onChange={onEdit(setRepeated)}
        error={repeated !== '' && repeated !== next ? "Passwords don't match" : null}
      />
      {factor.isRequired && (
        <SecondFactorField value={factor.code} onChange={onEdit(factor.setCode)} error={fieldFailure(failure, CODE_REFUSALS)} />
      )}
      <FlagField label="Also revoke my API keys" isChecked={isRevoking} onChange={onEdit(setRevoking)} />
    </SettingsForm>
  );
}
