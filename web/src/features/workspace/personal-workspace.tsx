/** Stands in place of members, where there are none: the personal workspace cannot be shared. */
import { createWorkspace } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FirstOne } from '../../components/verified-screen.tsx';
import { May } from '../../components/workspace/may.tsx';
import { NewWorkspaceDialog } from '../../components/workspace/new-workspace-dialog.tsx';

export function PersonalWorkspace() {
  const [isCreating, setCreating] = useState(false);
  return (
    <Box>
      <FirstOne text="You are in your personal workspace, which nobody else sees. To work with others, create a workspace and invite them.">
        <May needs={createWorkspace}>
          <Button variant="outlined" onClick={() => setCreating(true)}>
            Create a workspace
          </Button>
        </May>
      </FirstOne>
      {isCreating && <NewWorkspaceDialog onClose={() => setCreating(false)} />}
    </Box>
  );
}
