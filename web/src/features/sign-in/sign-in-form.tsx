import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { OtherWays } from '../../components/other-ways.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { sentenceOf, signInAtProvider } from '../../lib/oidc/go-to-provider.ts';
import { readProviderName } from '../../lib/oidc/provider-name.ts';
import { canUsePasskeys } from '../../lib/passkeys/passkey-support.ts';
import { paths } from '../../lib/paths.ts';
import { PRODUCT_DESCRIPTION } from '../../lib/product-description.ts';
import { readRegistrationMode, registrationSentence } from '../../lib/registration-mode.ts';
import { isSecondFactorForm } from '../../lib/second-factor-form.ts';
import { type PartingNotice, setPartingNotice, usePartingNotice } from '../../lib/session/parting-notice.ts';
import { pendingJoinPath } from '../../lib/session/pending-join.ts';
import { registeredEmail } from '../../lib/session/registered-email.ts';
import { returnAddress } from '../../lib/session/return-address.ts';
import { session } from '../../lib/session/session.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { signIn } from './sign-in.ts';
import type { PasskeySignIn } from './sign-in-by-passkey.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

const SIGNED_IN_REDIRECT_MS = 2000;

type Progress = 'idle' | 'sending' | 'signed-in';
type Message = { readonly severity: 'error' | 'info'; readonly text: string };

const NO_PASSKEY: Message = { severity: 'info', text: 'No passkey was used. Try again, or sign in with your password.' };
const NOT_LOADED: PasskeySignIn = { kind: 'refused', sentence: 'The server cannot be reached. Please try again.' };

export function SignInForm() {
  const { state: routerState } = useLocation();
  const [registered] = useState(() => registeredEmail(routerState));
  const [email, setEmail] = useState(registered ?? '');
  const [password, setPassword] = useState('');
  /** null: not asked for. */
  const [code, setCode] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress>('idle');
  const [message, setMessage] = useState<Message | null>(null);
  const [hasPasskeys] = useState(canUsePasskeys);
  const [mode] = useState(() => readRegistrationMode(document));
  const registration = registrationSentence(mode);
  const [providerName] = useState(() => readProviderName(document));
  const parting = usePartingNotice();
  const redirectAfter = useRedirectAfter();

  usePasskeyAutofill(progress === 'idle', end);

  function onSignedIn(): void {
    setProgress('signed-in');
    const address = returnAddress(routerState, session.accountKey()) ?? pendingJoinPath() ?? paths.dashboard;
    redirectAfter(address, SIGNED_IN_REDIRECT_MS);
  }

  function end(outcome: PasskeySignIn): void {
    setPartingNotice(null);
    if (outcome.kind === 'signed-in') {
      setMessage(null);
      onSignedIn();
      return;
    }
    setProgress('idle');
    setMessage(outcome.kind === 'refused' ? { severity: 'error', text: outcome.sentence } : NO_PASSKEY);
  }

  async function onPasskey(): Promise<void> {
    if (progress !== 'idle') return;
    setMessage(null);
    setProgress('sending');
    const loaded = await import('./sign-in-by-passkey.ts').catch(() => null);
    end(loaded === null ? NOT_LOADED : await loaded.signInByPasskey());
  }

  async function onProvider(): Promise<void> {
    if (progress !== 'idle') return;
    setPartingNotice(null);
    setMessage(null);
    setProgress('sending');
    try {
      await signInAtProvider(routerState);
    } catch (error) {
      setProgress('idle');
      setMessage({ severity: 'error', text: sentenceOf(error) });
    }
  }

  function onEmailChange(value: string): void {
    setEmail(value);
    // Another account may have no second factor, and never has the same one.
    setCode(null);
  }

  async function onSubmit(): Promise<void> {
    if (progress !== 'idle') return;
    setPartingNotice(null);
    const missing = missingText({ email, password, code });
    if (missing !== null) {
      setMessage({ severity: 'error', text: missing });
      return;
    }
    setMessage(null);
    setProgress('sending');
    const outcome = await signIn({ email: email.trim(), password, ...(code === null ? {} : { code: code.trim() }) });
    if (outcome.kind === 'signed-in') {
      onSignedIn();
      return;
    }
    setProgress('idle');
    if (outcome.kind === 'code-required') setCode((typed) => typed ?? '');
    setMessage({ severity: outcome.kind === 'refused' ? 'error' : 'info', text: outcome.sentence });
  }

  return (
    <AuthForm
      title="Login"
      heading="Sign in to Leadloom"
      lead={PRODUCT_DESCRIPTION}
      // A person who has just registered has only the password left to type.
      isHeadingFocused={registered === null}
      submitLabel="Login"
      isSubmitDisabled={progress !== 'idle'}
      onSubmit={() => void onSubmit()}
      notice={noticeFor(progress, message ?? readParting(parting))}
      otherWays={
        <OtherWays
          isDisabled={progress !== 'idle'}
          onPasskey={hasPasskeys ? () => void onPasskey() : null}
          providerName={providerName}
          onProvider={() => void onProvider()}
        />
      }
      links={
        <>
          {registration !== null && <span>{registration}</span>}
          {mode !== 'closed' && <TextLink to={paths.register}>Create an account</TextLink>}
          <TextLink to={paths.resetPassword}>Forgot your password?</TextLink>
        </>
      }
    >
      <FormField
        label="Email"
        name="email"
        type="email"
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        value={email}
        onChange={onEmailChange}
        hasFocusFirst={registered === null}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        hasFocusFirst={registered !== null}
      />
      {code !== null && <SecondFactorField value={code} onChange={setCode} hasFocusFirst />}
    </AuthForm>
  );
}

interface Entries {
  readonly email: string;
  readonly password: string;
  readonly code: string | null;
}

function missingText({ email, password, code }: Entries): string | null {
  if (email.trim() === '' || password === '') return 'Enter your email and your password.';
  if (code !== null && !isSecondFactorForm(code)) return 'Enter the six digits from your authenticator app, or a recovery code.';
  return null;
}

function noticeFor(progress: Progress, message: Message | null) {
  if (progress === 'signed-in') return <Notice severity="success">Authenticated, redirecting</Notice>;
  return message !== null && <Notice severity={message.severity}>{message.text}</Notice>;
}

function readParting({ text, severity }: PartingNotice): Message | null {
  return text === null ? null : { severity, text };
}
