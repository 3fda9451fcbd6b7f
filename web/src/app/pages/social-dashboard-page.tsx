/** TikTok users who are tracked, and the trends found among their videos. */
import Typography from '@mui/material/Typography';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { TikTokTracking } from '../../features/tiktok-tracking/tiktok-tracking.tsx';
import { TrendsSection } from '../../features/tiktok-trends/trends-section.tsx';
import { tablePath } from '../../lib/paths.ts';

export function SocialDashboardPage() {
  return (
    <PageBody maxWidth={78}>
      <div>
        <PageHeading title="Social Dashboard" />
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch', mt: 0.5 }}>
          New videos of the users you track are added to the <TextLink to={tablePath('tiktok-videos')}>TikTok Videos</TextLink>{' '}
          table, and trends are found among them.
        </Typography>
      </div>
      <TikTokTracking />
      <TrendsSection />
    </PageBody>
  );
}
