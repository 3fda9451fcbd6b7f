/** The frame of every page behind the sign-in: bar, drawer, messages, and the data of one account. */
import Box from '@mui/material/Box';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Snackbars } from '../../components/snackbars.tsx';
import { createQueryClient } from '../query-client.ts';
import { ContinueCollector } from './continue-collector.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

export function SignedInLayout() {
  const [queryClient] = useState(createQueryClient);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <NavigationBar onOpenDrawer={() => setDrawerOpen(true)} />
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <Box
        component="main"
        id={MAIN_ID}
        tabIndex={-1}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <ErrorBoundary resetKey={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Box>
      <ContinueCollector />
      <Snackbars />
    </QueryClientProvider>
  );
}
