import { resetPassword } from '@leadloom/shared/contract/accounts';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { refusalText } from './refusal-text.ts';

const REQUESTED_REDIRECT_MS = 7000;

type Progress = 'idle' | 'sending' | 'requested';

export function ResetRequestForm() {
  const [email, setEmail] = useState('');
  const [isMarkedInvalid, setMarkedInvalid] = useState(false);
  const [progress, setProgress] = useState<Progress>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const redirectAfter = useRedirectAfter();
  const isInvalid = !hasEmailFormat(email);

  async function onSubmit(): Promise<void> {
    setMarkedInvalid(isInvalid);
    if (isInvalid || progress !== 'idle') return;
    setFailure(null);
    setProgress('sending');
    try {
      await call(resetPassword, { body: { email: email.trim() } });
      setProgress('requested');
      redirectAfter(paths.login, REQUESTED_REDIRECT_MS);
    } catch (error) {
      setProgress('idle');
      setFailure(refusalText(error));
    }
  }

  return (
    <AuthForm
      title="Reset password"
      heading="Forgot your password?"
      lead="Enter the email of your account, and we will send you a link to choose a new password."
      submitLabel="Reset Password"
      isSubmitDisabled={progress !== 'idle'}
      onSubmit={() => void onSubmit()}
      notice={
        progress === 'requested' ? (
          <Notice severity="success">
            <p>Check your email for a reset code.</p>
            <p>If the provided email exists, you should've received an email to reset your password.</p>
            <p>Check your spam folder just in case.</p>
          </Notice>
        ) : (
          failure !== null && <Notice severity="error">{failure}</Notice>
        )
      }
      links={<TextLink to={paths.login}>Back to login</TextLink>}
    >
      <FormField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        onBlur={() => setMarkedInvalid(email.trim() !== '' && isInvalid)}
        error={isMarkedInvalid && isInvalid ? 'Not a valid email' : null}
        hasFocusFirst
      />
    </AuthForm>
  );
}
