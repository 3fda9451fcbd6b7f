/** The one line about workspaces for somebody who works alone. Who has others finds them in the bar. */
import { createWorkspace } from '@leadloom/shared/contract/workspaces';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyDialog } from '../../components/lazy-part.tsx';
import { SettingsLine } from '../../components/settings-line.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { useWorkspaces } from '../../lib/workspace/use-workspaces.ts';

const NewWorkspaceDialog = lazyDialog(
  async () => (await import('../../components/workspace/new-workspace-dialog.tsx')).NewWorkspaceDialog,
);

export function WorkspaceSection() {
  const { isPersonal } = useWorkspace();
  const { data: workspaces } = useWorkspaces();
  const [isCreating, setCreating] = useState(false);
  if (!isPersonal || (workspaces !== undefined && workspaces.length > 1)) return null;
  return (
    <SettingsLine
      heading="Work together"
      value="Share lists, views, notes and one subscription with colleagues"
      action={
        <>
          <May needs={createWorkspace}>
            <Button size="small" onClick={() => setCreating(true)}>
              Create a workspace
            </Button>
          </May>
          {isCreating && <NewWorkspaceDialog onClose={() => setCreating(false)} />}
        </>
      }
    />
  );
}
