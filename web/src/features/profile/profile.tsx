import Typography from '@mui/material/Typography';
import { Loaded } from '../../components/loaded.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { ProfileForm } from './profile-form.tsx';

export function Profile() {
  const me = useMe();
  return (
    <PageBody width="form">
      <PageHeading title="Profile" />
      <Typography sx={{ color: 'text.secondary' }}>Your name and company, as they appear on invoices.</Typography>
      <Loaded query={me} loading="Loading...">
        {(user) => <ProfileForm user={user} />}
      </Loaded>
    </PageBody>
  );
}
