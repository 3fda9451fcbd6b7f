import Box from '@mui/material/Box';
import { Notice } from '../notice.tsx';
import { ResendVerification } from '../resend-verification.tsx';

/** Names can be looked at and chosen before the email is verified; tracking them is refused until then. */
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
