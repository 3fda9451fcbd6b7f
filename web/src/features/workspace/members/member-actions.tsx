/** What an owner or admin can do with one member. Only owners make owners, and change or remove one. */
import type { WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { LeaveDialog } from '../settings/leave-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface MemberActionsProps {
  readonly member: WorkspaceMember;
  readonly workspace: ShownWorkspace;
  readonly isSelf: boolean;
}

export function MemberActions({ member, workspace, isSelf }: MemberActionsProps) {
  const [opened, setOpened] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpened(null);
  if (member.role === 'owner' && workspace.role !== 'owner') return null;
  const about = member.full_name ?? member.email;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, mx: -0.625, '& > .MuiButton-root': { minWidth: 0 } }}>
      <Button size="small" aria-label={`Change ${about}`} onClick={() => setOpened('change')}>
        Change
      </Button>
      <Button size="small" color="error" aria-label={isSelf ? undefined : `Remove ${about}`} onClick={() => setOpened('remove')}>
        {isSelf ? 'Leave' : 'Remove'}
      </Button>
      {opened === 'change' && <MemberDialog member={member} workspace={workspace} isSelf={isSelf} onClose={close} />}
      {opened === 'remove' && isSelf && <LeaveDialog workspace={workspace} onClose={close} />}
      {opened === 'remove' && !isSelf && <RemoveDialog member={member} workspace={workspace} onClose={close} />}
    </Box>
  );
}
