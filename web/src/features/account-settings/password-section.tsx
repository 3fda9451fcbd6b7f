import { changePassword } from '@leadloom/shared/contract/account-settings';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordLengthProblem } from '@leadloom/shared/domain/password-length';
import { useState } from 'react';
import { PasswordField } from '../../components/password-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { fieldFailure, formFailure } from './split-failure.ts';
import { useSubmission } from './use-submission.ts';
import { UsernameForManagers } from './username-for-managers.tsx';

const CURRENT_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;
const NEW_REFUSALS = ['PASSWORD.TOO_SHORT', 'PASSWORD.TOO_LONG', 'PASSWORD.TOO_COMMON'] as const;

export function PasswordSection({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [success, setSuccess] = useState<string | null>(null);
  const { isSending, failure, submit, forgive } = useSubmission();
  const lengthProblem = passwordLengthProblem(next);

  /** What was said about the last try does not hold for the next. */
  function onEdit(set: (value: string) => void) {
    return (value: string): void => {
      forgive();
      setSuccess(null);
      set(value);
    };
  }

  async function onSubmit(): Promise<void> {
    setSuccess(null);
    await submit(async () => {
      const { msg } = await call(changePassword, { body: { current_password: current, new_password: next } });
      for (const clear of [setCurrent, setNext, setRepeated]) clear('');
      setSuccess(msg);
    });
  }

  return (
    <SettingsSection heading="Password" lead="A new password signs out every other browser. You get a mail about the change.">
      <SettingsForm
        submitLabel="Change password"
        isSubmitDisabled={isSending || current === '' || lengthProblem !== null || next !== repeated}
        onSubmit={() => void onSubmit()}
        success={success}
        failure={formFailure(failure, [...CURRENT_REFUSALS, ...NEW_REFUSALS])}
      >
        <UsernameForManagers email={email} />
        <PasswordField
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={onEdit(setCurrent)}
          error={fieldFailure(failure, CURRENT_REFUSALS)}
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
      </SettingsForm>
    </SettingsSection>
  );
}
