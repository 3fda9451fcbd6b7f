import Box from '@mui/material/Box';
import { Notice } from '../../../components/notice.tsx';
import { ResendVerification } from '../../../components/resend-verification.tsx';

/** A second factor is set up by the owner of the address alone, so the address comes first. */
export function Unverified() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Notice severity="info">Verify your email to set up two-factor sign-in.</Notice>
      <ResendVerification />
    </Box>
  );
}
