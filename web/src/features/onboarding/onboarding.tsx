/**
 * The way into the collector. People who have completed it are sent on; a fresh response of the server decides. They need
 * the collector's code and none of the steps, so the steps are loaded for the others.
 */
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';

const loading = () => <LoadingText>Loading...</LoadingText>;
const OnboardingSteps = lazyPart(async () => (await import('./onboarding-steps.tsx')).OnboardingSteps, loading);

/** @param check stands in the last step */
export function Onboarding({ check }: { readonly check: ReactNode }) {
  const { data: user, error, refetch, isFetching } = useMe();
  if (user?.linkedin_onboarded === true) return <Navigate to={paths.linkedinCollector} replace />;
  return (
    <PageBody width="form">
      <PageHeading title="Set up the LinkedIn collector" />
      {user !== undefined ? (
        <OnboardingSteps check={check} />
      ) : error !== null ? (
        <>
          <Notice severity="error">{error.message}</Notice>
          <Button variant="outlined" onClick={() => void refetch()} disabled={isFetching} sx={{ justifySelf: 'start' }}>
            Try again
          </Button>
        </>
      ) : (
        loading()
      )}
    </PageBody>
  );
}
