/** What a shared workspace has beside the screens: the changes of other members, and the choice between two versions. */
import { ConflictDialog } from '../../components/workspace/conflict-dialog.tsx';
import { useWorkspaceVersions } from '../../lib/workspace/use-workspace-versions.ts';

/** @param id the workspace */
export function SharedWorkspace({ id }: { readonly id: number }) {
  useWorkspaceVersions(id);
  return <ConflictDialog />;
}
