/**
 * What a shared workspace has beside the screens: the changes of other members, the choice between two versions, and which
 * actions are refused.
 */
import { useEffect } from 'react';
import { ConflictDialog } from '../../components/workspace/conflict-dialog.tsx';
import { refuseActions } from '../../lib/screen-actions.ts';
import { whyRefused } from '../../lib/workspace/use-may.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { useWorkspaceVersions } from '../../lib/workspace/use-workspace-versions.ts';

/** @param id the workspace */
export function SharedWorkspace({ id }: { readonly id: number }) {
  useWorkspaceVersions(id);
  const { role, rights } = useWorkspace();
  useEffect(() => {
    refuseActions((needs) => whyRefused(needs, { role, rights }) !== null);
    return () => refuseActions(() => false);
  }, [role, rights]);
  return <ConflictDialog />;
}
