/** The frame of every page behind the sign-in: bar, sidebar or drawer, messages, and the data of one account. */
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { type FocusEvent, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { StyleKeeper } from '../../components/cached-styles.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { lazyDialog, lazyOverlay, lazyPart, TypingBuffer } from '../../components/lazy-part.tsx';
import { SampleNotice } from '../../components/samples/sample-notice.tsx';
import { Snackbars } from '../../components/snackbars.tsx';
import { keepFocus } from '../../lib/keep-focus.ts';
import { paths } from '../../lib/paths.ts';
import { useSampleRows } from '../../lib/sample-rows.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { SHOWN_LOCATION } from '../../lib/type-ahead.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { takeWorkspaceNotice } from '../../lib/workspace/workspace-notice.ts';
import { createQueryClient } from '../query-client.ts';
import { ContinueCollector } from './continue-collector.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationSidebar } from './navigation-sidebar.tsx';
import { type FrameDialog, useFrameKeys } from './palette/use-frame-keys.ts';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { useHasSwitcher } from './switcher-place.tsx';

const SIDEBAR_KEY = 'leadloom-sidebar';
const COLLAPSED = 'collapsed';

/** Whether the sidebar shows icons only. The choice is kept in the browser, for every account that signs in there. */
const useIsSidebarCollapsed = create(() => readChoice());

const PaletteDialog = lazyDialog(async () => (await import('./palette/palette-dialog.tsx')).PaletteDialog);
const KeysDialog = lazyDialog(async () => (await import('./palette/keys-dialog.tsx')).KeysDialog);

const SharedWorkspace = lazyPart(async () => (await import('./shared-workspace.tsx')).SharedWorkspace);

/** An address that names a workspace, which is opened before anything is asked for. */
const NAMES_WORKSPACE = /[?&]workspace=/;
const LinkedWorkspace = lazyPart(async () => (await import('./linked-workspace.tsx')).LinkedWorkspace);

/** Most windows have the sidebar instead. */
const NavigationDrawer = lazyOverlay(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
  ({ isOpen }) => isOpen,
);

/** What these screens show belongs to the account. */
const accountScreens = [paths.linkedinCollector, '/linkedin/users', paths.social, paths.socialDashboard];

export function SignedInLayout() {
  const [queryClient] = useState(createQueryClient);
  const { search } = useLocation();
  if (NAMES_WORKSPACE.test(search)) return <LinkedWorkspace />;
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname, key } = useLocation();
  const hasSidebar = useIsWide(useTheme().breakpoints.values.lg);
  // Otherwise it would be open again, over whatever is shown by then, when the window becomes narrow.
  if (hasSidebar && isDrawerOpen) setDrawerOpen(false);
  const isCollapsed = useIsSidebarCollapsed();
  const [dialog, setDialog] = useState<FrameDialog | null>(null);
  useFrameKeys(setDialog);
  useEffect(keepFocus, []);
  useEffect(showWorkspaceNotice, []);
  const hasSwitcher = useHasSwitcher();
  const hasSampleNotice = useHasSampleNotice();
  const workspace = useWorkspace();
  return (
    <>
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
        hasSwitcher={hasSwitcher}
        onOpenPalette={() => setDialog('palette')}
        notice={hasSampleNotice && hasSidebar && <SampleNotice />}
      />
      {!hasSidebar && <NavigationDrawer isOpen={isDrawerOpen} hasSwitcher={hasSwitcher} onClose={() => setDrawerOpen(false)} />}
      <Box sx={{ flex: 1, display: 'flex', minWidth: 0, '@media print': { display: 'block' } }}>
        {hasSidebar && <NavigationSidebar isCollapsed={isCollapsed} />}
        <Box
          component="main"
          id={MAIN_ID}
          {...{ [SHOWN_LOCATION]: key }}
          tabIndex={-1}
          onFocus={showInLine}
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            outline: 'none',
            '@media print': { display: 'block' },
          }}
        >
          <ErrorBoundary resetKey={pathname}>
            <StyleKeeper>
              <Suspense fallback={<TypingBuffer />}>
                <Outlet />
              </Suspense>
            </StyleKeeper>
          </ErrorBoundary>
        </Box>
      </Box>
      {hasSampleNotice && !hasSidebar && (
        <Box
          data-notice-line
          // The notice is at the bottom edge, so that the page begins where every page does, and nothing moves when it
          // comes.
          sx={{
            position: 'sticky',
            bottom: 0,
            zIndex: 'appBar',
            px: 2,
            py: 0.5,
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            '@media print': { display: 'none' },
          }}
        >
          <SampleNotice />
        </Box>
      )}
      <FrameDialogs open={dialog} onOpen={setDialog} onClose={() => setDialog(null)} />
      <ContinueCollector />
      {!workspace.isPersonal && <SharedWorkspace id={workspace.id} />}
      <Snackbars />
    </>
  );
}

/** @param width in pixels, from which the window is wide; that of the first render */
function useIsWide(width: number): boolean {
  // The watch is the same for all renders, so that the window gets one listener.
  const [{ isWide, subscribe }] = useState(() => watchWidth(width));
  return useSyncExternalStore(subscribe, isWide);
}

function watchWidth(width: number) {
  const media = window.matchMedia(`(min-width: ${width}px)`);
  return {
    isWide: () => media.matches,
    subscribe: (onChange: () => void) => {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
  };
}

/**
 * Brings what got the focus by a key to the middle of a line that scrolls sideways, marked by `data-line`. Browsers leave a
 * thing where it is if a small part of it can be seen. A press does not scroll, because its target would move.
 */
function showInLine({ target }: FocusEvent): void {
  const line = target.closest('[data-line]');
  if (line === null || line === target || !target.matches(':focus-visible')) return;
  const [outer, inner] = [line.getBoundingClientRect(), target.getBoundingClientRect()];
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

interface FrameDialogsProps {
  /** null: none. */
  readonly open: FrameDialog | null;
  readonly onOpen: (dialog: FrameDialog) => void;
  readonly onClose: () => void;
}

/** The palette and the list of keys, each loaded when it is first opened. */
function FrameDialogs({ open, onOpen, onClose }: FrameDialogsProps) {
  return (
    <>
      {open === 'palette' && <PaletteDialog onClose={onClose} onShowKeys={() => onOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={onClose} />}
    </>
  );
}

function toggleSidebar(): void {
  const isCollapsed = !useIsSidebarCollapsed.getState();
  useIsSidebarCollapsed.setState(isCollapsed, true);
  try {
    if (isCollapsed) localStorage.setItem(SIDEBAR_KEY, COLLAPSED);
    else localStorage.removeItem(SIDEBAR_KEY);
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(SIDEBAR_KEY) === COLLAPSED;
  } catch {
    return false;
  }
}

/**
 * Whether the screen shows what an account collected or tracks, and all of it is invented. The screens of tables and of
 * collected people say it of their rows themselves. Asks only on screens that could show invented rows.
 */
function useHasSampleNotice(): boolean {
  const { pathname } = useLocation();
  const couldBe = accountScreens.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const { samples } = useSampleRows(couldBe);
  return couldBe && samples?.account === true;
}

/** Says what led to this workspace, such as that another one was left. */
function showWorkspaceNotice(): void {
  const text = takeWorkspaceNotice();
  if (text !== null) showSnackbar('info', text);
}
