import { register } from '@leadloom/shared/contract/accounts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordLengthProblem } from '@leadloom/shared/domain/password-length';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { OtherWays } from '../../components/other-ways.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { sentenceOf, signInAtProvider } from '../../lib/oidc/go-to-provider.ts';
import { readProviderName } from '../../lib/oidc/provider-name.ts';
import { paths } from '../../lib/paths.ts';
import { PRODUCT_DESCRIPTION } from '../../lib/product-description.ts';
import { readRegistrationMode, registrationSentence } from '../../lib/registration-mode.ts';
import { rememberRegistered } from '../../lib/session/registered-email.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { useEmailCheck } from './email-check.ts';

const REGISTERED_REDIRECT_MS = 2000;
const INVITE_MAX_LENGTH = 200;

/** The element is made once: what is around the fields stays as it is while letters are typed. */
const lead = <Lead />;
const links = (
  <span>
    Already registered? <TextLink to={paths.login}>Login</TextLink>
  </span>
);

export function RegistrationForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [mode] = useState(() => readRegistrationMode(document));
  const [address] = useSearchParams();
  const [invite, setInvite] = useState(() => address.get('invite')?.slice(0, INVITE_MAX_LENGTH) ?? '');
  const [providerName] = useState(() => readProviderName(document));
  const [providerFailure, setProviderFailure] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [welcome, setWelcome] = useState<string | null>(null);
  const emailCheck = useEmailCheck(email);
  const redirectAfter = useRedirectAfter();
  const passwordProblem = passwordLengthProblem(password);
  const isIdle = !isSending && welcome === null;

  function onEmailChange(value: string): void {
    setFailure(null);
    setEmail(value);
  }

  function onInviteChange(value: string): void {
    setFailure(null);
    setInvite(value);
  }

  async function onProvider(): Promise<void> {
    if (!isIdle) return;
    setProviderFailure(null);
    setSending(true);
    try {
      await signInAtProvider(null);
    } catch (error) {
      setSending(false);
      setProviderFailure(sentenceOf(error));
    }
  }

  async function onSubmit(): Promise<void> {
    if (!isIdle || passwordProblem !== null || !(await emailCheck.checkNow())) return;
    setFailure(null);
    setSending(true);
    try {
      const code = mode === 'invite' ? invite.trim() : '';
      const { msg } = await call(register, { body: { email: email.trim(), password, ...(code === '' ? {} : { invite: code }) } });
      setWelcome(msg);
      redirectAfter(paths.login, REGISTERED_REDIRECT_MS, rememberRegistered(email.trim()));
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <AuthForm
      title="Register"
      heading="Create your account"
      lead={lead}
      submitLabel="Register"
      isSubmitDisabled={!isIdle || emailCheck.isValid !== true || passwordProblem !== null}
      onSubmit={() => void onSubmit()}
      notice={noticeFor(welcome, providerFailure)}
      otherWays={
        // The provider opens existing accounts only, unless anyone may register.
        <OtherWays
          isDisabled={!isIdle}
          providerName={mode === 'open' ? providerName : null}
          onProvider={() => void onProvider()}
        />
      }
      links={links}
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
        error={textAt('email', failure) ?? (emailCheck.isValid === false ? 'Email is invalid' : null)}
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
      {mode === 'invite' && (
        <FormField
          label="Invite code"
          name="invite"
          autoComplete="off"
          maxLength={INVITE_MAX_LENGTH}
          value={invite}
          onChange={onInviteChange}
          error={textAt('invite', failure)}
        />
      )}
    </AuthForm>
  );
}

function Lead() {
  const [registration] = useState(() => registrationSentence(readRegistrationMode(document)));
  return (
    <>
      {PRODUCT_DESCRIPTION}
      {registration !== null && (
        <Box component="span" sx={{ display: 'block', mt: 1 }}>
          {registration}
        </Box>
      )}
    </>
  );
}

function noticeFor(welcome: string | null, failure: string | null) {
  if (welcome !== null) return <Notice severity="success">{welcome}</Notice>;
  return failure !== null && <Notice severity="error">{failure}</Notice>;
}

interface Failure {
  readonly field: 'email' | 'invite';
  readonly text: string;
}

/** The server's sentence, or its status when it sent none. Only a refusal has one: "200" would tell nobody what went wrong. */
function readFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) throw error;
  const isOfInvite = error.code === 'REGISTRATION.INVITE_NEEDED' || error.code === 'REGISTRATION.INVITE_INVALID';
  const text = error.msg ?? (error.status >= 400 ? String(error.status) : error.message);
  return { field: isOfInvite ? 'invite' : 'email', text };
}

function textAt(field: Failure['field'], failure: Failure | null): string | null {
  return failure?.field === field ? failure.text : null;
}
