/** The frame of sign-in, registration and mailed links: one form, and on wide screens the loom beside it. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { useIsSignedIn } from '../../lib/session/session.ts';
import { LoomPanel } from './loom-panel.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

export function PublicLayout() {
  const isSignedIn = useIsSignedIn();
  useEffect(() => {
    if (isSignedIn) loadDashboard();
  }, [isSignedIn]);
  return (
    <Box sx={{ flex: 1, display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(320px, 5fr) 7fr' } }}>
      <SkipLink />
      <LoomPanel />
      <Box sx={{ display: 'flex', flexDirection: 'column', px: { xs: 2, sm: 4 }, py: { xs: 3, sm: 5 } }}>
        <Box
          sx={{
            display: { xs: 'flex', md: 'none' },
            alignItems: 'center',
            gap: 1.25,
            width: '100%',
            maxWidth: '25rem',
            mx: 'auto',
            mb: 6,
            fontWeight: 650,
            fontSize: '1.0625rem',
          }}
        >
          <Box component="span" sx={{ color: 'primary.main', display: 'flex' }}>
            <BrandMark />
          </Box>
          Leadloom
        </Box>
        <Box
          component="main"
          id={MAIN_ID}
          tabIndex={-1}
          sx={{
            width: '100%',
            maxWidth: '25rem',
            mx: 'auto',
            // The form is held at one height: a message below it must not move it.
            pt: { md: 'max(2rem, 50dvh - 20rem)' },
            outline: 'none',
          }}
        >
          <Outlet />
        </Box>
      </Box>
    </Box>
  );
}

/** The two seconds between signing in and the redirect are enough to have the next page ready. */
function loadDashboard(): void {
  void Promise.allSettled([import('./signed-in-layout.tsx'), import('../../features/dashboard/dashboard.tsx')]);
}
