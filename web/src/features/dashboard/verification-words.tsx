import { UNVERIFIED_DAYS } from '@leadloom/shared/contract/storage-limit';
import Box from '@mui/material/Box';

/** What a person does whose email is not confirmed, and what happens otherwise. */
export function VerificationWords() {
  return (
    <Box sx={{ fontSize: '0.875rem', '& p': { m: 0 } }}>
      <p>Check your inbox and spam folder for a verification link to activate your trial.</p>
      <Box component="p" sx={{ color: 'text.secondary' }}>
        Unverified accounts are deleted after {UNVERIFIED_DAYS} days.
      </Box>
    </Box>
  );
}
