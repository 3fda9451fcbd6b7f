/**
 * The workspace's name, which opens a menu. Who is a member of no other workspace than their own sees nothing of it; whether
 * there are others is asked once the screen is there.
 */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyOverlay } from '../../components/lazy-part.tsx';
import { useHasOtherWorkspaces } from '../../lib/workspace/other-workspaces.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';

const WorkspaceMenu = lazyOverlay(
  async () => (await import('./workspace-menu.tsx')).WorkspaceMenu,
  ({ anchor }) => anchor !== null,
);

const QUIET_MS = 2000;

/** Whether the switcher is shown. */
export function useHasSwitcher(): boolean {
  const { isPersonal } = useWorkspace();
  const hasOthers = useHasOtherWorkspaces();
  const queryClient = useQueryClient();
  const isUnknown = isPersonal && !hasOthers;
  useEffect(() => {
    if (!isUnknown) return;
    // If it cannot be loaded, the next screen that is loaded asks.
    const look = () =>
      void import('../../lib/workspace/use-workspaces.ts').then(
        ({ lookForOthers }) => lookForOthers(queryClient),
        () => undefined,
      );
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(look, { timeout: 4 * QUIET_MS });
      return () => window.cancelIdleCallback(idle);
    }
    // Some browsers do not say when they have nothing to do.
    const timer = setTimeout(look, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isUnknown, queryClient]);
  return !isUnknown;
}

export function WorkspaceSwitcher({ isWide = false }: { readonly isWide?: boolean }) {
  const { name } = useWorkspace();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        color="inherit"
        endIcon={<ExpandMoreRounded aria-hidden />}
        aria-label={`Workspace: ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          border: 1,
          borderColor: 'divider',
          maxWidth: isWide ? 'none' : '13rem',
          width: isWide ? '100%' : 'auto',
          justifyContent: 'space-between',
          px: 1.25,
          py: 0.5,
          '& > .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      >
        <span className="name">{name}</span>
      </Button>
      <WorkspaceMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
