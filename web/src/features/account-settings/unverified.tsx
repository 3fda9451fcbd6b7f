import Box from '@mui/material/Box';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';

/**
 * Only the owner of the address may set up further ways to prove that it is them, so the address is verified first.
 * @param props.what to set up
 */
export function Unverified({ what }: { readonly what: string }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Notice severity="info">Verify your email to set up {what}.</Notice>
      <ResendVerification />
    </Box>
  );
}
