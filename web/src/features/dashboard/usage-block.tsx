import type { User } from '@leadloom/shared/contract/accounts';
import { UNVERIFIED_DAYS } from '@leadloom/shared/contract/storage-limit';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDay } from '../../lib/format-date.ts';
import { paths } from '../../lib/paths.ts';
import { UsageMeter } from './usage-meter.tsx';
import { useDashboard } from './use-dashboard.ts';

interface UsageBlockProps {
  readonly user: User;
  readonly now: Date;
}

/** What the account may do this month, and what it has done: one line where there is room. */
export function UsageBlock({ user, now }: UsageBlockProps) {
  const headingId = useId();
  const trial = trialOf(user, now);
  const storage = useDashboard().data?.storage;
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1.5 }}
    >
      <Box sx={{ flex: '1 1 15rem', display: 'grid', gap: 0.25, '& p': { fontSize: '0.875rem' } }}>
        <Typography id={headingId} variant="h2">
          Subscription &amp; Usage
        </Typography>
        {user.subscription === null ? <Typography>You don't have a subscription</Typography> : <Plan user={user} />}
        {trial !== null && <Typography sx={{ color: 'text.secondary' }}>{trial.text}</Typography>}
        {storage !== undefined && (
          <Typography sx={{ color: storage.used_bytes >= storage.limit_bytes ? 'error.main' : 'text.secondary' }}>
            Storage used: {formatBytes(storage.used_bytes)} of {formatBytes(storage.limit_bytes)}
          </Typography>
        )}
        {user.verified && user.subscription === null && (
          <Typography variant="body2">
            <TextLink to={paths.payment}>Payment and subscription</TextLink>
          </Typography>
        )}
      </Box>
      {!user.verified && (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Typography>Check your inbox and spam folder for a verification link to activate your trial.</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Unverified accounts are deleted after {UNVERIFIED_DAYS} days.
          </Typography>
          <ResendVerification />
        </Box>
      )}
      {(user.subscription !== null || trial?.isRunning === true) && <Usage usage={user.usage} />}
    </Card>
  );
}

function Plan({ user }: { readonly user: User }) {
  return (
    <Typography>
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {user.subscription}
      </Box>
      {user.subscription_canceled && user.next_billing_cycle_on !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          · cancelled, active until {formatDay(user.next_billing_cycle_on)}
        </Box>
      )}
    </Typography>
  );
}

function Usage({ usage }: { readonly usage: User['usage'] }) {
  return (
    <Box sx={{ flex: '3 1 24rem', display: 'grid', gap: 0.75 }}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))',
        }}
      >
        <UsageMeter label="Requests" used={usage.request_count} limit={usage.request_limit} />
        <UsageMeter label="Exports" used={usage.export_count} limit={usage.export_limit} />
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        Both counts reset on {formatDay(usage.period_end)}.
      </Typography>
    </Box>
  );
}

function trialOf(user: User, now: Date): { readonly text: string; readonly isRunning: boolean } | null {
  if (user.subscription !== null || user.trial_ends_on === null) return null;
  const isRunning = user.is_trial === true && new Date(user.trial_ends_on) > now;
  return { isRunning, text: `Your trial ${isRunning ? 'runs until' : 'ended on'} ${formatDay(user.trial_ends_on)}.` };
}
