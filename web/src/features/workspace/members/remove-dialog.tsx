import { removeMember, type WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { PrivateChoiceField, useGoing } from '../private-choice.tsx';
import { useReloadMembers } from '../use-workspace-lists.ts';

interface RemoveDialogProps {
  readonly member: WorkspaceMember;
  readonly workspace: ShownWorkspace;
  readonly onClose: () => void;
}

/** Removes a member, and says first what stays and what goes. */
export function RemoveDialog({ member, workspace, onClose }: RemoveDialogProps) {
  const reload = useReloadMembers();
  const going = useGoing();
  const about = member.full_name ?? member.email;

  async function remove(): Promise<void> {
    const params = { workspace_id: workspace.id, account_id: member.account_id };
    if (!(await going.go((body) => call(removeMember, { params, body })))) return;
    onClose();
    showSnackbar('success', `${about} is no longer a member of ${workspace.name}.`);
    await reload();
  }

  return (
    <ConfirmDialog
      title={`Remove ${about}?`}
      text={`${about} cannot open ${workspace.name} any more, and their API keys here end at once. What they shared, their notes and the people they collected stay.`}
      confirmLabel="Remove"
      isDestructive
      isWorking={going.isSending || (going.question !== null && going.choice === null)}
      failure={going.failure?.message ?? null}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <PrivateChoiceField going={going} labels={{ hand_over: 'Hand them over to an owner', delete: 'Delete them' }} />
    </ConfirmDialog>
  );
}
