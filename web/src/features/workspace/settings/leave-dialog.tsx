import { leaveWorkspace } from '@leadloom/shared/contract/workspaces';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { paths } from '../../../lib/paths.ts';
import { openWorkspaceWith } from '../../../lib/workspace/open-workspace.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { PrivateChoiceField, useGoing } from '../private-choice.tsx';

interface LeaveDialogProps {
  readonly workspace: ShownWorkspace;
  readonly onClose: () => void;
}

/** Leaves the workspace, and says first what stays and what goes. */
export function LeaveDialog({ workspace: { id, name }, onClose }: LeaveDialogProps) {
  const going = useGoing();

  async function leave(): Promise<void> {
    const hasLeft = await going.go((body) => call(leaveWorkspace, { params: { workspace_id: id }, body }));
    if (hasLeft) openWorkspaceWith(`You left ${name}. This is your personal workspace.`, null, paths.dashboard);
  }

  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      text="You cannot open it any more, and your API keys there end at once. What you shared, your notes and the people you collected stay."
      confirmLabel="Leave"
      isDestructive
      isWorking={going.isSending || (going.question !== null && going.choice === null)}
      failure={going.failure?.message ?? null}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <PrivateChoiceField going={going} labels={{ hand_over: 'Hand them over to an owner', delete: 'Delete them' }} />
    </ConfirmDialog>
  );
}
