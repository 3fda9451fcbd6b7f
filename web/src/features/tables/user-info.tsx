/** Who is signed in and on what terms, in a line above a table. */
import type { User } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import { formatDay } from '../../lib/format-date.ts';

export function UserInfo({ user }: { readonly user: User }) {
  return (
    <Box component="header">
      <Box component="span" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
        Welcome back, {user.email}!
      </Box>{' '}
      <span>{termsOf(user)}</span>
    </Box>
  );
}

function termsOf({ verified, subscription, is_trial, trial_ends_on }: User): string {
  if (!verified) return 'Email not verified';
  if (subscription !== null) return `Plan: ${subscription}`;
  if (is_trial === true) return trial_ends_on === null ? 'Trial' : `Trial until ${formatDay(trial_ends_on)}`;
  return "You don't have a subscription";
}
