/** The collector: a list of LinkedIn profiles, downloaded through the member's own browser. */
import Button from '@mui/material/Button';
import { Navigate } from 'react-router-dom';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { CollectorScreen } from './collector-screen.tsx';
import { TourButton } from './tour/tour-button.tsx';

const TITLE = 'LinkedIn Collector';

export function Collector() {
  const { data: user, error, refetch, isFetching } = useMe();
  if (user !== undefined && user.linkedin_onboarded !== true) return <Navigate to={paths.linkedinOnboarding} replace />;
  return (
    <PageBody width="all">
      <HeadingLine>
        <PageHeading title={TITLE} />
        {user !== undefined && <TourButton />}
      </HeadingLine>
      {user !== undefined ? (
        <CollectorScreen />
      ) : error !== null ? (
        <>
          <Notice severity="error">{error.message}</Notice>
          <Button variant="outlined" onClick={() => void refetch()} disabled={isFetching} sx={{ justifySelf: 'start' }}>
            Try again
          </Button>
        </>
      ) : (
        <LoadingText>Loading...</LoadingText>
      )}
    </PageBody>
  );
}
