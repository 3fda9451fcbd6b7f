/** Switches to another workspace, creates one, and leads to the screen of the open one. */
import CheckRounded from '@mui/icons-material/CheckRounded';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyDialog } from '../../components/lazy-part.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { workspacePath } from '../../lib/paths.ts';
import { openWorkspace } from '../../lib/workspace/open-workspace.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { useWorkspaces } from '../../lib/workspace/use-workspaces.ts';
import { pathInOther } from './path-in-other.ts';

const NewWorkspaceDialog = lazyDialog(
  async () => (await import('../../components/workspace/new-workspace-dialog.tsx')).NewWorkspaceDialog,
);

interface WorkspaceMenuProps {
  /** The button that opened the menu; null: the menu is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

export function WorkspaceMenu({ anchor, onClose }: WorkspaceMenuProps) {
  const current = useWorkspace();
  const { data: workspaces, error, refetch } = useWorkspaces();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);

  function open(id: number): void {
    onClose();
    if (id !== current.id) openWorkspace(id, pathInOther(pathname));
  }
  function go(path: string): void {
    onClose();
    void navigate(path);
  }

  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        slotProps={{ list: { 'aria-label': 'Workspaces' }, paper: { sx: { width: '18rem', maxWidth: 'calc(100vw - 2rem)' } } }}
      >
        <ListSubheader role="presentation" disableSticky sx={{ lineHeight: '2rem' }}>
          Workspaces
        </ListSubheader>
        {workspaces?.map(({ id, name, members, is_personal: isPersonal }) => (
          <MenuItem key={id} dense role="menuitemradio" aria-checked={id === current.id} onClick={() => open(id)}>
            <ListItemText
              primary={name}
              secondary={isPersonal ? 'Yours alone' : members === 1 ? '1 member' : `${formatCount(members)} members`}
              slotProps={{ primary: { noWrap: true } }}
            />
            <CheckRounded fontSize="small" sx={{ ml: 1, visibility: id === current.id ? 'visible' : 'hidden' }} />
          </MenuItem>
        ))}
        {workspaces === undefined && (
          <MenuItem dense disabled={error === null} onClick={() => void refetch()}>
            {error === null ? 'Loading workspaces…' : 'They could not be loaded. Try again'}
          </MenuItem>
        )}
        <Divider component="li" />
        {!current.isPersonal && [
          <MenuItem key="members" dense onClick={() => go(workspacePath('members'))}>
            Members
          </MenuItem>,
          <MenuItem key="settings" dense onClick={() => go(workspacePath('settings'))}>
            Settings
          </MenuItem>,
        ]}
        <MenuItem
          dense
          onClick={() => {
            onClose();
            setCreating(true);
          }}
        >
          Create a workspace
        </MenuItem>
      </Menu>
      {isCreating && <NewWorkspaceDialog onClose={() => setCreating(false)} />}
    </>
  );
}
