import { useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { signIn } from './sign-in.ts';

const SIGNED_IN_REDIRECT_MS = 2000;

interface SignInFormProps {
  /** Called once the session has started, before the redirect. */
  readonly onSignedIn: () => void;
}

type Progress = 'idle' | 'sending' | 'signed-in';

export function SignInForm({ onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [progress, setProgress] = useState<Progress>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const redirectAfter = useRedirectAfter();

  async function onSubmit(): Promise<void> {
    if (progress !== 'idle') return;
    if (email.trim() === '' || password === '') {
      setFailure('Enter your email and your password.');
      return;
    }
    setFailure(null);
    setProgress('sending');
    const sentence = await signIn({ email: email.trim(), password });
    setFailure(sentence);
    setProgress(sentence === null ? 'signed-in' : 'idle');
    if (sentence !== null) return;
    onSignedIn();
    redirectAfter(paths.dashboard, SIGNED_IN_REDIRECT_MS);
  }

  return (
    <AuthForm
      title="Login"
      heading="Sign in to Leadloom"
      submitLabel="Login"
      isSubmitDisabled={progress !== 'idle'}
      onSubmit={() => void onSubmit()}
      notice={
        progress === 'signed-in' ? (
          <Notice severity="success">Authenticated, redirecting</Notice>
        ) : (
          failure !== null && <Notice severity="error">{failure}</Notice>
        )
      }
      links={
        <>
          <TextLink to={paths.register}>Create an account</TextLink>
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
        onChange={setEmail}
        hasFocusFirst
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" value={password} onChange={setPassword} />
    </AuthForm>
  );
}
