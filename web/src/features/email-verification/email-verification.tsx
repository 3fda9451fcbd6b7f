import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsSignedIn } from '../../lib/session/session.ts';
import { type VerificationOutcome, verifyCode } from './verify-code.ts';

interface EmailVerificationProps {
  /** The code that was mailed. */
  readonly verificationCode: string;
}

export function EmailVerification({ verificationCode }: EmailVerificationProps) {
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null);
  const isSignedIn = useIsSignedIn();

  useEffect(() => {
    let isShown = true;
    void verifyCode(verificationCode).then((result) => {
      if (isShown) setOutcome(result);
    });
    return () => {
      isShown = false;
    };
  }, [verificationCode]);

  return (
    <Box sx={{ display: 'grid', gap: 2.5, justifyItems: 'start' }}>
      <PageHeading title="Email verification" />
      <Box aria-live="polite" sx={{ width: '100%' }}>
        {outcome === null && <Notice severity="info">Checking code...</Notice>}
        {outcome?.isVerified === true && <Notice severity="success">User verified correctly</Notice>}
        {outcome?.isVerified === false && <Notice severity="error">{outcome.reason}</Notice>}
      </Box>
      {outcome?.isVerified === false &&
        (isSignedIn ? <ResendVerification /> : <p>To have a new link mailed, sign in first; the dashboard offers it.</p>)}
      {outcome !== null &&
        (isSignedIn ? (
          <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
        ) : (
          <TextLink to={paths.login}>Go to login</TextLink>
        ))}
    </Box>
  );
}
