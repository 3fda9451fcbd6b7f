/** One collected profile by its id in the address. Everything on it is text of strangers, and shown as text only. */
import { getProfile } from '@leadloom/shared/contract/linkedin';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { ProfileCard } from './profile-card.tsx';

export function DetailedProfile() {
  const { userId = '' } = useParams();
  return (
    <PageBody maxWidth={60}>
      <TextLink to={paths.linkedinCollector} style={{ justifySelf: 'start', fontSize: '0.875rem' }}>
        Back to the collector
      </TextLink>
      <PageHeading title="Detailed Profile" />
      <Profile key={userId} userId={userId} />
    </PageBody>
  );
}

function Profile({ userId }: { readonly userId: string }) {
  const me = useMe();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['linkedin', 'profile', userId],
    queryFn: ({ signal }) => call(getProfile, { params: { user_id: userId } }, { signal }),
    enabled: me.data !== undefined && userId !== '',
  });
  const failure = error ?? me.error;

  if (data !== undefined) return <ProfileCard profile={data.profile} />;
  if (userId === '' || (failure instanceof ApiError && failure.status === 404))
    return <Notice severity="info">Profile not found</Notice>;
  if (failure !== null && !isFetching) {
    return (
      <>
        <Notice severity="error">{failure.message}</Notice>
        <Button
          variant="outlined"
          onClick={() => void (me.error === null ? refetch() : me.refetch())}
          sx={{ justifySelf: 'start' }}
        >
          Try again
        </Button>
      </>
    );
  }
  return <LoadingText>{me.data === undefined ? 'Loading...' : 'Checking profile...'}</LoadingText>;
}
