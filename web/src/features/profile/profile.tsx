import Typography from '@mui/material/Typography';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { ProfileForm } from './profile-form.tsx';

export function Profile() {
  const { data: user, error, refetch, isFetching } = useMe();
  return (
    <PageBody width="form">
      <PageHeading title="Profile" />
      <Typography sx={{ color: 'text.secondary' }}>Your name and company, as they appear on invoices.</Typography>
      {user !== undefined ? (
        <ProfileForm user={user} />
      ) : error !== null ? (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <LoadingText>Loading...</LoadingText>
      )}
    </PageBody>
  );
}
