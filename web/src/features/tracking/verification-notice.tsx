import Box from '@mui/material/Box';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';

/** Before the email is verified, names can be viewed and chosen, but not tracked. */
export function VerificationNotice() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Notice severity="info">
        <p>Tracking starts once your email is verified.</p>
        <p>Check your inbox and follow the verification link.</p>
      </Notice>
      <ResendVerification />
    </Box>
  );
}
