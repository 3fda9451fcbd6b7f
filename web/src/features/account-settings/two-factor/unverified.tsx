import Box from '@mui/material/Box';
import { Notice } from '../../../components/notice.tsx';
import { ResendVerification } from '../../../components/resend-verification.tsx';

/** Only the owner of the address may set up a second factor, so the address is verified first. */
export function Unverified() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Notice severity="info">Verify your email to set up two-factor sign-in.</Notice>
      <ResendVerification />
    </Box>
  );
}
