/** What the palette offers about workspaces: nothing to somebody who works alone. */
import { inviteToWorkspace } from '@leadloom/shared/contract/workspaces';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { openWorkspace } from '../../../lib/workspace/open-workspace.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { useWorkspaces } from '../../../lib/workspace/use-workspaces.ts';
import { pathInOther } from '../path-in-other.ts';
import type { PaletteEntry } from './find-entries.ts';

export function useWorkspaceEntries(): readonly PaletteEntry[] {
  const { id, isPersonal } = useWorkspace();
  const { data: workspaces } = useWorkspaces();
  const mayInvite = useMay(inviteToWorkspace) === null;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const entry = (label: string, choose: () => void): PaletteEntry => ({
      key: `workspace ${label}`,
      group: 'Workspace',
      label,
      choose,
    });
    const others = (workspaces ?? []).filter((other) => other.id !== id);
    return [
      ...others.map(
        (other): PaletteEntry => ({
          ...entry(`Switch to ${other.name}`, () => openWorkspace(other.id, pathInOther(pathname))),
          // Two may have one name.
          key: `workspace ${other.id}`,
        }),
      ),
      ...(isPersonal ? [] : [entry('Members', () => void navigate(paths.workspace))]),
      ...(isPersonal || !mayInvite
        ? []
        : [entry('Invite somebody', () => void navigate(paths.workspace, { state: { isInviting: true } }))]),
    ];
  }, [workspaces, id, isPersonal, mayInvite, pathname, navigate]);
}
