import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '../lib/paths.ts';
import { useIsSignedIn } from '../lib/session/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { PageBody } from './page-body.tsx';
import { HeadingLine, PageHeading } from './page-heading.tsx';
import { TextLink } from './text-link.tsx';

/** What is shown where there is no page, and where there is none for this account; with a session, in the frame of its pages. */
export function NotFound() {
  const isSignedIn = useIsSignedIn();
  if (isSignedIn)
    return (
      <PageBody width="form">
        <HeadingLine>
          {/* Right after the heading, which would take the whole line. */}
          <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1.5 }}>
            <PageHeading title="Page Not Found" />
            <Number404 />
          </Box>
        </HeadingLine>
        <Sentence />
        <TextLink to={paths.dashboard} style={{ justifySelf: 'start' }}>
          Go to the dashboard
        </TextLink>
      </PageBody>
    );
  return (
    <Box sx={{ flex: 1, display: 'grid', alignContent: 'center', justifyItems: 'center', gap: 1, p: 3, textAlign: 'center' }}>
      <Box component="span" sx={{ color: 'primary.main', display: 'flex', mb: 1 }}>
        <BrandMark size={40} />
      </Box>
      <Number404 />
      <PageHeading title="Page Not Found" />
      <Sentence />
      <TextLink to={paths.login}>Go to login</TextLink>
    </Box>
  );
}

function Number404() {
  return <Typography sx={{ color: 'text.secondary', fontWeight: 600, letterSpacing: '0.08em' }}>404</Typography>;
}

function Sentence() {
  return (
    <Typography sx={{ color: 'text.secondary', mb: 1 }}>The page you are looking for doesn't exist or has been moved.</Typography>
  );
}
