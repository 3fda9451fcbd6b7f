/** A verification link expires; this mails another one to the signed-in account. */
import { resendVerification } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../lib/api-client/api-error.ts';
import { call } from '../lib/api-client/call.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session/session.ts';
import { Notice } from './notice.tsx';

type Outcome = { readonly severity: 'success' | 'error'; readonly text: string };

export function ResendVerification() {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const navigate = useNavigate();

  async function onResend(): Promise<void> {
    setSending(true);
    const answered = await requestMail();
    // The button is also shown where nobody needs a session, so that no gate leads away when it has ended.
    if (!session.isSignedIn()) void navigate(paths.login, { replace: true });
    setOutcome(answered);
    setSending(false);
  }

  return (
    <Box>
      <Button variant="outlined" onClick={() => void onResend()} disabled={isSending}>
        Resend verification email
      </Button>
      <Box aria-live="polite" sx={{ mt: outcome === null ? 0 : 1.5, width: 'fit-content' }}>
        {outcome !== null && <Notice severity={outcome.severity}>{outcome.text}</Notice>}
      </Box>
    </Box>
  );
}

async function requestMail(): Promise<Outcome> {
  try {
    const { msg } = await call(resendVerification, {});
    return { severity: 'success', text: msg };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { severity: 'error', text: error.message };
  }
}
