import { newPassword } from '@leadloom/shared/contract/accounts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordLengthProblem } from '@leadloom/shared/domain/password-length';
import { useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session/session.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { KeepKeysField } from './keep-keys-field.tsx';
import { refusalText } from './refusal-text.ts';

const CHANGED_REDIRECT_MS = 7000;

type Progress = 'idle' | 'sending' | 'changed';

interface NewPasswordFormProps {
  /** The code that was mailed. */
  readonly passwordCode: string;
}

export function NewPasswordForm({ passwordCode }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [keepsKeys, setKeepsKeys] = useState(false);
  const [progress, setProgress] = useState<Progress>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const redirectAfter = useRedirectAfter();
  const lengthProblem = passwordLengthProblem(password);
  const isValid = lengthProblem === null && password === repeated;

  async function onSubmit(): Promise<void> {
    if (!isValid || progress !== 'idle') return;
    setFailure(null);
    setProgress('sending');
    try {
      await call(newPassword, {
        body: { password, password_code: passwordCode, ...(keepsKeys ? { keep_keys: true } : {}) },
      });
      // Every session of the account has ended, the one of this browser too.
      session.end();
      setProgress('changed');
      redirectAfter(paths.login, CHANGED_REDIRECT_MS);
    } catch (error) {
      setProgress('idle');
      setFailure(refusalText(error));
    }
  }

  return (
    <AuthForm
      title="Set new password"
      heading="Choose a new password"
      submitLabel="Set New Password"
      isSubmitDisabled={!isValid || progress !== 'idle'}
      onSubmit={() => void onSubmit()}
      notice={
        progress === 'changed' ? (
          <Notice severity="success">Password changed successfully, now you can login</Notice>
        ) : (
          failure !== null && <Notice severity="error">{failure}</Notice>
        )
      }
      links={<TextLink to={paths.login}>Back to login</TextLink>}
    >
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={password === '' ? null : lengthProblem}
        hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
        hasFocusFirst
      />
      <PasswordField
        label="Repeat Password"
        name="repeat-password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={repeated !== '' && repeated !== password ? "Passwords don't match" : null}
      />
      <KeepKeysField isChecked={keepsKeys} onChange={setKeepsKeys} />
    </AuthForm>
  );
}
