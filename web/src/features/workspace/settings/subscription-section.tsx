/** What the workspace may do this month, has done, and who pays for it. */
import type { User } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { UsageMeter } from '../../../components/usage-meter.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { MemberPart } from '../../../components/workspace/member-part.tsx';
import { formatDay, formatDayOfYear } from '../../../lib/format-date.ts';
import { paths } from '../../../lib/paths.ts';
import { paying } from '../../../lib/workspace/needs.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';

export function SubscriptionSection({ user }: { readonly user: User }) {
  const refusal = useMay(paying);
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography variant="h3" component="h2">
          {user.subscription ?? 'No subscription'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {stateOf(user)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, fontSize: '0.875rem' }}>
        <UsageMeter label="Requests" used={user.usage.request_count} limit={user.usage.request_limit} />
        <UsageMeter label="Exports" used={user.usage.export_count} limit={user.usage.export_limit} />
        <MemberPart exported={user.usage.export_count} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {`All members share these. Rows that one of you exported this month are free for the others. Both reset on ${formatDayOfYear(user.usage.period_end)}.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <May needs={paying}>
          <Button variant="outlined" component={Link} to={paths.payment}>
            Manage the subscription
          </Button>
        </May>
        <May needs={paying}>
          <Button component={Link} to={paths.invoices}>
            Invoices
          </Button>
        </May>
      </Box>
      {refusal !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {refusal}
        </Typography>
      )}
    </Paper>
  );
}

function stateOf({
  subscription,
  subscription_canceled: isCanceled,
  next_billing_cycle_on: next,
  is_trial,
  trial_ends_on: ends,
}: User): string {
  if (subscription !== null) {
    if (next === null) return 'Paid by an owner of this workspace.';
    return isCanceled ? `Cancelled, active until ${formatDay(next)}.` : `Renews on ${formatDay(next)}.`;
  }
  if (ends === null) return 'An owner can subscribe, so that members can export and use the data API.';
  return is_trial === true ? `The trial runs until ${formatDay(ends)}.` : `The trial ended on ${formatDay(ends)}.`;
}
