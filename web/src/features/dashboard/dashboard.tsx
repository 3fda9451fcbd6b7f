import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { usePageTitle } from '../../components/use-page-title.ts';
import { useMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { readSupportEmail } from '../../lib/support-email.ts';
import { DestinationCard } from './destination-card.tsx';
import { destinations } from './destinations.ts';
import { FirstSteps } from './first-steps.tsx';
import { Freshness } from './freshness.tsx';
import { Overview } from './overview.tsx';
import { PinnedCharts } from './pinned-charts.tsx';
import { TableCounts } from './table-counts.tsx';
import { UsageBlock } from './usage-block.tsx';
import { useDashboard } from './use-dashboard.ts';

export function Dashboard() {
  usePageTitle('Dashboard');
  const { data: user, error, refetch, isFetching } = useMe();
  // The dashboard is requested together with the account; whether there are first steps decides where everything else
  // stands.
  const dashboard = useDashboard();
  const { data } = dashboard;
  const hasSettled = useHasSettled(dashboard);
  const steps = data?.first_steps ?? null;
  const isWaiting = error === null && (user === undefined || !hasSettled);
  return (
    <PageBody width="list">
      {isWaiting && <Waiting />}
      {!isWaiting && user !== undefined && (
        <>
          {/* The greeting waits for the name; nobody is greeted as "undefined". */}
          <PageHeading title="Dashboard">Welcome back, {user.email}!</PageHeading>
          {data?.console === 'needs_second_factor' && <ConsoleNotice />}
          <UsageBlock user={user} now={new Date()} isConfirmationElsewhere={steps !== null} />
          {steps !== null && <FirstSteps done={steps} isEmailConfirmed={user.verified} />}
        </>
      )}
      {!isWaiting && user === undefined && error !== null && (
        <>
          <PageHeading title="Dashboard" />
          <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        </>
      )}
      {!isWaiting && <Destinations />}
      {/* Its boxes come late, and move nothing below the cards. */}
      {!isWaiting && user !== undefined && <Overview user={user} />}
      {!isWaiting && user !== undefined && <PinnedCharts />}
      {!isWaiting && <SupportContact />}
    </PageBody>
  );
}

/** Everything is shown at once, because the height of one part decides where the next one stands. */
function Waiting() {
  return (
    <Box role="status" aria-label="Loading your account" sx={{ display: 'grid', gap: 2.5 }}>
      <Skeleton width="min(100%, 420px)" height="1.75rem" variant="rounded" sx={{ mt: 1 }} />
      <Skeleton width="100%" height={44} variant="rounded" />
      <Skeleton width="100%" height="15rem" variant="rounded" />
    </Box>
  );
}

/** A notice for a person who is named as an operator, but cannot open the console yet. */
function ConsoleNotice() {
  return (
    <Notice severity="info">
      You run this server. <TextLink to={paths.account}>Turn on a second factor</TextLink> to open the console.
    </Notice>
  );
}

function Destinations() {
  const tables = useDashboard().data?.tables;
  return (
    <Box component="section" aria-labelledby="destinations" sx={{ mt: 1 }}>
      <Typography id="destinations" variant="h2" sx={{ mb: 1.5 }}>
        Data and collectors
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16.5rem), 1fr))',
          listStyle: 'none',
          m: 0,
          p: 0,
        }}
      >
        {destinations.map(({ table, ...destination }) => {
          const counted = tables?.find((each) => each.table === table);
          return (
            <DestinationCard
              key={destination.path}
              {...destination}
              counts={counted === undefined ? null : <TableCounts {...counted} title={destination.title} />}
            />
          );
        })}
      </Box>
      <Freshness tables={tables ?? []} />
    </Box>
  );
}

function SupportContact() {
  const email = readSupportEmail(document);
  if (email === null) return null;
  return (
    <Typography component="footer" variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
      Questions or problems? Write to <Link href={`mailto:${email}`}>{email}</Link>.
    </Typography>
  );
}
