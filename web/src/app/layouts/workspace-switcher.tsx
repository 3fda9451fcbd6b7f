/** The workspace's name, which opens a menu. */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyOverlay } from '../../components/lazy-part.tsx';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';

const WorkspaceMenu = lazyOverlay(
  async () => (await import('./workspace-menu.tsx')).WorkspaceMenu,
  ({ anchor }) => anchor !== null,
);

/** It is as wide as its place. */
export function WorkspaceSwitcher() {
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
          width: '100%',
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
