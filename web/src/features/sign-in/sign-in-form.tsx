import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { PRODUCT_DESCRIPTION } from '../../lib/product-description.ts';
import { readRegistrationMode, registrationSentence } from '../../lib/registration-mode.ts';
import { isSecondFactorForm } from '../../lib/second-factor-form.ts';
import { setPartingNotice, usePartingNotice } from '../../lib/session/parting-notice.ts';
import { returnAddress } from '../../lib/session/return-address.ts';
import { session } from '../../lib/session/session.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { signIn } from './sign-in.ts';

const SIGNED_IN_REDIRECT_MS = 2000;

type Progress = 'idle' | 'sending' | 'signed-in';
type Message = { readonly severity: 'error' | 'info'; readonly text: string };

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** null: not asked for. */
  const [code, setCode] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress>('idle');
  const [message, setMessage] = useState<Message | null>(null);
  const [mode] = useState(() => readRegistrationMode(document));
  const registration = registrationSentence(mode);
  const partingText = usePartingNotice(({ text }) => text);
  const redirectAfter = useRedirectAfter();
  const { state: routerState } = useLocation();

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
      setProgress('signed-in');
      redirectAfter(returnAddress(routerState, session.accountKey()) ?? paths.dashboard, SIGNED_IN_REDIRECT_MS);
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
      submitLabel="Login"
      isSubmitDisabled={progress !== 'idle'}
      onSubmit={() => void onSubmit()}
      notice={noticeFor(progress, message, partingText)}
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
        autoComplete="username"
        value={email}
        onChange={onEmailChange}
        hasFocusFirst
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" value={password} onChange={setPassword} />
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

function noticeFor(progress: Progress, message: Message | null, partingText: string | null) {
  if (progress === 'signed-in') return <Notice severity="success">Authenticated, redirecting</Notice>;
  if (message !== null) return <Notice severity={message.severity}>{message.text}</Notice>;
  return partingText !== null && <Notice severity="info">{partingText}</Notice>;
}
