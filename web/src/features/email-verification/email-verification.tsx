import { verify } from '@leadloom/shared/contract/accounts';
import { MailedCodeCheck } from '../../components/mailed-code-check.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { call } from '../../lib/api-client/call.ts';
import { createCodeCheck } from '../../lib/check-mailed-code.ts';
import { useIsSignedIn } from '../../lib/session/session.ts';

const checkCode = createCodeCheck((code) => call(verify, { params: { verification_code: code } }));

interface EmailVerificationProps {
  /** The code that was mailed. */
  readonly verificationCode: string;
}

export function EmailVerification({ verificationCode }: EmailVerificationProps) {
  const isSignedIn = useIsSignedIn();
  return (
    <MailedCodeCheck
      title="Email verification"
      check={checkCode}
      code={verificationCode}
      acceptedText="User verified correctly"
      remedy={isSignedIn ? <ResendVerification /> : <p>To get a new link, sign in and request one on the dashboard.</p>}
    />
  );
}
