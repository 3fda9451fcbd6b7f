/**
 * The workspace's name, which opens a menu. Who is a member of no other workspace than their own sees nothing of it; whether
 * there are others is asked once the screen is there.
 */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyOverlay } from '../../components/lazy-part.tsx';
import { whenQuiet } from '../../components/use-parts-ahead.ts';
import { useOtherWorkspaces } from '../../lib/workspace/other-workspaces.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';

const WorkspaceMenu = lazyOverlay(
  async () => (await import('./workspace-menu.tsx')).WorkspaceMenu,
  ({ anchor }) => anchor !== null,
);

/** Where the switcher is shown, if at all. */
export function useHasSwitcher(): boolean {
  const { isPersonal } = useWorkspace();
  const others = useOtherWorkspaces();
  const queryClient = useQueryClient();
  const isUnknown = isPersonal && others === 0;
  useEffect(() => {
    if (!isUnknown) return;
    const isBusy = () => queryClient.isFetching() > 0;
    // If it cannot be loaded, the next screen that is loaded asks.
    const look = () =>
      void import('../../lib/workspace/use-workspaces.ts').then(
        ({ lookForOthers }) => lookForOthers(queryClient),
        () => undefined,
      );
    return whenQuiet(isBusy, look);
  }, [isUnknown, queryClient]);
  return !isUnknown;
}

export function WorkspaceSwitcher({ isWide = false }: { readonly isWide?: boolean }) {
  const { name } = useWorkspace();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Switcher
        type="button"
        data-wide={isWide ? '' : undefined}
        aria-label={`Workspace: ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span>{name}</span>
        <ExpandMoreRounded aria-hidden fontSize="small" />
      </Switcher>
      <WorkspaceMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}

const Switcher = styled('button')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minWidth: '3rem',
  maxWidth: '13rem',
  minHeight: '2rem',
  padding: '0 4px 0 10px',
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  background: 'none',
  color: vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 560,
  cursor: 'pointer',
  '&:hover': { background: vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
  '& span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { flex: 'none', color: vars.palette.text.secondary },
  '&[data-wide]': { width: '100%', maxWidth: 'none', minHeight: '2.5rem', justifyContent: 'space-between' },
}));
