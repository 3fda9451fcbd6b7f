/** One collected profile, by the id in the address. All texts are untrusted and shown as plain text. */
import { getProfile } from '@leadloom/shared/contract/collected-profiles';
import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../../components/page-heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { useMe } from '../../../lib/account/use-me.ts';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { profilesKey } from '../../../lib/collected-people/people-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { ProfileCard } from './profile-card.tsx';
import { ProfileHistory } from './profile-history.tsx';
import { ProfileRecord } from './profile-record.tsx';

interface DetailedProfileProps {
  /** The rows of tables that belong to the person, which another part of the app shows. */
  readonly Rows: ComponentType<{ readonly userId: string }>;
}

export function DetailedProfile({ Rows }: DetailedProfileProps) {
  const { userId = '' } = useParams();
  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title="Detailed Profile" />
        <Box
          component="nav"
          aria-label="Back links"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: '0.875rem' }}
        >
          <TextLink to={paths.linkedinCollector} style={{ lineHeight: '1.5rem' }}>
            Back to the collector
          </TextLink>
          <TextLink to={paths.linkedinPeople} style={{ lineHeight: '1.5rem' }}>
            All collected people
          </TextLink>
        </Box>
      </HeadingLine>
      <Profile key={userId} userId={userId} Rows={Rows} />
    </PageBody>
  );
}

function Profile({ userId, Rows }: DetailedProfileProps & { readonly userId: string }) {
  const me = useMe();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...profilesKey, userId],
    queryFn: ({ signal }) => call(getProfile, { params: { user_id: userId }, query: {} }, { signal }),
    enabled: me.data !== undefined && userId !== '',
  });
  const failure = error ?? me.error;

  function onDeleted(): void {
    void navigate(paths.linkedinPeople, { replace: true });
    showSnackbar('success', 'The profile was deleted.');
  }

  if (userId === '' || (failure instanceof ApiError && failure.status === 404))
    return <Notice severity="info">Profile not found</Notice>;
  if (data !== undefined) {
    return (
      <>
        <ProfileCard profile={data.profile} />
        <ProfileRecord profile={data.profile} onDeleted={onDeleted} />
        <ProfileHistory userId={userId} collectedAt={data.profile.collected_at} />
        <Rows userId={userId} />
      </>
    );
  }
  if (failure !== null && !isFetching) {
    return (
      <LoadFailure
        text={failure.message}
        onRetry={() => void (me.error === null ? refetch() : me.refetch())}
        isRetrying={isFetching}
      />
    );
  }
  return <LoadingText>{me.data === undefined ? 'Loading...' : 'Checking profile...'}</LoadingText>;
}
