/** Trends among the videos of tracked TikTok users, and beside them the users. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { TrendsSection } from '../../features/tiktok-trends/trends-section.tsx';
import { TikTokTracking } from '../../features/tracking/tiktok/tiktok-tracking.tsx';
import { useTrackedCount } from '../../features/tracking/use-tracked.ts';
import { tablePath } from '../../lib/paths.ts';

const TRACKED_ID = 'tracked-users';

export function SocialDashboardPage() {
  const trackedCount = useTrackedCount('tiktok');

  return (
    <PageBody width="all">
      <div>
        <PageHeading title="Social Dashboard" />
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch', mt: 0.5 }}>
          New videos of the users you track are added to the <TextLink to={tablePath('tiktok-videos')}>TikTok Videos</TextLink>{' '}
          table, and trends are found among them. {/* Where the users are below the trends instead of beside them. */}
          <Link href={`#${TRACKED_ID}`} sx={{ display: { lg: 'none' } }}>
            Go to tracked users
          </Link>
        </Typography>
      </div>
      <Box
        sx={{
          display: 'grid',
          gap: '2rem 1.5rem',
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 26rem' },
        }}
      >
        <TrendsSection trackedCount={trackedCount} />
        <Box id={TRACKED_ID} tabIndex={-1} sx={{ minWidth: 0, outline: 'none', scrollMarginTop: '4.5rem' }}>
          <TikTokTracking />
        </Box>
      </Box>
    </PageBody>
  );
}
