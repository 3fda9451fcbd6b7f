/** The frame of every page behind the sign-in: bar, sidebar or drawer, messages, and the data of one account. */
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Snackbars } from '../../components/snackbars.tsx';
import { createQueryClient } from '../query-client.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { NavigationSidebar } from './navigation-sidebar.tsx';
import { toggleSidebar, useIsSidebarCollapsed } from './sidebar-state.ts';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

export function SignedInLayout() {
  const [queryClient] = useState(createQueryClient);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const hasSidebar = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });
  const isCollapsed = useIsSidebarCollapsed();
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <NavigationBar
        navigation={
          hasSidebar
            ? {
                name: isCollapsed ? 'Expand navigation' : 'Collapse navigation',
                isExpanded: !isCollapsed,
                onPress: toggleSidebar,
              }
            : { name: 'Open navigation', onPress: () => setDrawerOpen(true) }
        }
      />
      {!hasSidebar && <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />}
      <Box sx={{ flex: 1, display: 'flex', minWidth: 0 }}>
        {hasSidebar && <NavigationSidebar isCollapsed={isCollapsed} />}
        <Box
          component="main"
          id={MAIN_ID}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', outline: 'none' }}
        >
          <ErrorBoundary resetKey={pathname}>
            <Suspense>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
      <Snackbars />
    </QueryClientProvider>
  );
}
