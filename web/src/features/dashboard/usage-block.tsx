import type { User } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { UsageMeter } from '../../components/usage-meter.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDay, formatDayOfYear } from '../../lib/format-date.ts';
import { paths } from '../../lib/paths.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { useDashboard } from './use-dashboard.ts';
import { VerificationWords } from './verification-words.tsx';

const MemberPart = lazyPart(async () => (await import('../../components/workspace/member-part.tsx')).MemberPart);

interface UsageBlockProps {
  readonly user: User;
  readonly now: Date;
  /** The first steps ask for it already. */
  readonly isConfirmationElsewhere: boolean;
}

/** What the account may do this month, and what it has done: one line where there is room. */
export function UsageBlock({ user, now, isConfirmationElsewhere }: UsageBlockProps) {
  const headingId = useId();
  const trial = trialOf(user, now);
  const isCounted = user.subscription !== null || trial?.isRunning === true;
  const { isPersonal } = useWorkspace();
  const storage = useDashboard().data?.storage;
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        fontSize: '0.8125rem',
        lineHeight: 1.5,
      }}
    >
      <Typography
        id={headingId}
        variant="h3"
        component="h2"
        sx={{ fontSize: 'inherit', lineHeight: 1.3, maxWidth: { md: '6rem' } }}
      >
        Subscription &amp; Usage
      </Typography>
      <Box sx={pair}>
        {user.subscription === null ? <NoPlan user={user} /> : <Plan user={user} />}
        {trial !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {trial.text}
          </Box>
        )}
      </Box>
      {isCounted && <Meters usage={user.usage} />}
      {!isPersonal && <MemberPart exported={user.usage.export_count} />}
      <Box sx={{ ...pair, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {isCounted && <span>Both reset on {formatDayOfYear(user.usage.period_end)}.</span>}
        {storage !== undefined && (
          <Box component="span" sx={storage.used_bytes >= storage.limit_bytes ? { color: 'error.main' } : {}}>
            Storage used: {formatBytes(storage.used_bytes)} of {formatBytes(storage.limit_bytes)}
          </Box>
        )}
      </Box>
      {!user.verified && !isConfirmationElsewhere && (
        <Box sx={{ flexBasis: '100%', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1.5rem', py: 0.5 }}>
          <VerificationWords />
          <ResendVerification />
        </Box>
      )}
    </Card>
  );
}

/** Two short sentences take no more room than a meter does: one above the other. */
const pair = { display: 'grid', fontSize: '0.75rem', lineHeight: 1.4, whiteSpace: { md: 'nowrap' } } as const;

/** Whoever can pay is led to where it is done. */
function NoPlan({ user }: { readonly user: User }) {
  const text = "You don't have a subscription";
  return user.verified ? <TextLink to={paths.payment}>{text}</TextLink> : <span>{text}</span>;
}

function Plan({ user }: { readonly user: User }) {
  return (
    <span>
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {user.subscription}
      </Box>
      {user.subscription_canceled && user.next_billing_cycle_on !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          · cancelled, active until {formatDay(user.next_billing_cycle_on)}
        </Box>
      )}
    </span>
  );
}

function Meters({ usage }: { readonly usage: User['usage'] }) {
  return (
    <>
      <UsageMeter label="Requests" used={usage.request_count} limit={usage.request_limit} />
      <UsageMeter label="Exports" used={usage.export_count} limit={usage.export_limit} />
    </>
  );
}

function trialOf(user: User, now: Date): { readonly text: string; readonly isRunning: boolean } | null {
  if (user.subscription !== null || user.trial_ends_on === null) return null;
  const isRunning = user.is_trial === true && new Date(user.trial_ends_on) > now;
  return { isRunning, text: `Your trial ${isRunning ? 'runs until' : 'ended on'} ${formatDay(user.trial_ends_on)}.` };
}
