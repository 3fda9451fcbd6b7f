import { register } from '@leadloom/shared/contract/accounts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordLengthProblem } from '@leadloom/shared/domain/password-length';
import { useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { PRODUCT_DESCRIPTION } from '../../lib/product-description.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { useEmailCheck } from './email-check.ts';

const REGISTERED_REDIRECT_MS = 2000;

export function RegistrationForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [welcome, setWelcome] = useState<string | null>(null);
  const emailCheck = useEmailCheck(email);
  const redirectAfter = useRedirectAfter();
  const passwordProblem = passwordLengthProblem(password);
  const isIdle = !isSending && welcome === null;

  function onEmailChange(value: string): void {
    setFailure(null);
    setEmail(value);
  }

  async function onSubmit(): Promise<void> {
    if (!isIdle || passwordProblem !== null || !(await emailCheck.checkNow())) return;
    setFailure(null);
    setSending(true);
    try {
      const { msg } = await call(register, { body: { email: email.trim(), password } });
      setWelcome(msg);
      redirectAfter(paths.login, REGISTERED_REDIRECT_MS);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <AuthForm
      title="Register"
      heading="Create your account"
      lead={PRODUCT_DESCRIPTION}
      submitLabel="Register"
      isSubmitDisabled={!isIdle || emailCheck.isValid !== true || passwordProblem !== null}
      onSubmit={() => void onSubmit()}
      notice={welcome !== null && <Notice severity="success">{welcome}</Notice>}
      links={
        <span>
          Already registered? <TextLink to={paths.login}>Login</TextLink>
        </span>
      }
    >
      <FormField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={onEmailChange}
        onBlur={() => {
          if (email.trim() !== '') void emailCheck.checkNow();
        }}
        error={failure ?? (emailCheck.isValid === false ? 'Email is invalid' : null)}
        hasFocusFirst
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={password === '' ? null : passwordProblem}
        hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
      />
    </AuthForm>
  );
}

/** The server's sentence, or its status when it sent none. Only a refusal has one: "200" would tell nobody what went wrong. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.msg ?? (error.status >= 400 ? String(error.status) : error.message);
}
