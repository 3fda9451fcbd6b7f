import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Suspense } from 'react';
import { Outlet, Link as RouterLink } from 'react-router-dom';
import { BarFrame } from '../../components/bar-frame.tsx';
import { BrandMark } from '../../components/brand-mark.tsx';
import { Snackbars } from '../../components/snackbars.tsx';
import { paths } from '../../lib/paths.ts';
import { ColorModeMenu } from './color-mode-menu.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

/** Bar and messages for readers without a session. */
export function VisitorLayout() {
  return (
    <>
      <SkipLink />
      <BarFrame>
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 56, px: { xs: 1, sm: 1.5 }, gap: 0.5 }}>
          <Link
            component={RouterLink}
            to={paths.login}
            underline="none"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              p: 0.75,
              color: 'text.primary',
              fontWeight: 620,
              borderRadius: 1,
            }}
          >
            <Box component="span" sx={{ color: 'primary.main', display: 'flex' }}>
              <BrandMark size={24} />
            </Box>
            Leadloom
          </Link>
          <Box sx={{ flex: 1 }} />
          <ColorModeMenu />
          <Button color="inherit" component={RouterLink} to={paths.register}>
            Register
          </Button>
          <Button color="inherit" component={RouterLink} to={paths.login}>
            Login
          </Button>
        </Box>
      </BarFrame>
      <Box
        component="main"
        id={MAIN_ID}
        tabIndex={-1}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <Suspense>
          <Outlet />
        </Suspense>
      </Box>
      <Snackbars />
    </>
  );
}
