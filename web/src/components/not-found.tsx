import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '../lib/paths.ts';
import { useIsSignedIn } from '../lib/session/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { PageHeading } from './page-heading.tsx';
import { TextLink } from './text-link.tsx';

/** What is shown where there is no page, and where there is none for this account. */
export function NotFound() {
  const isSignedIn = useIsSignedIn();
  return (
    <Box sx={{ flex: 1, display: 'grid', alignContent: 'center', justifyItems: 'center', gap: 1, p: 3, textAlign: 'center' }}>
      <Box component="span" sx={{ color: 'primary.main', display: 'flex', mb: 1 }}>
        <BrandMark size={40} />
      </Box>
      <Typography sx={{ color: 'text.secondary', fontWeight: 600, letterSpacing: '0.08em' }}>404</Typography>
      <PageHeading title="Page Not Found" />
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        The page you are looking for doesn't exist or has been moved.
      </Typography>
      {isSignedIn ? (
        <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
      ) : (
        <TextLink to={paths.login}>Go to login</TextLink>
      )}
    </Box>
  );
}
