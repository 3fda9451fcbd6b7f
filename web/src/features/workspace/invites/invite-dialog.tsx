/** Invites somebody by mail. */
import { isRoleEnough, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { INVITE_DAYS, inviteToWorkspace } from '@leadloom/shared/contract/workspaces';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { RoleField } from '../role-field.tsx';
import { useReloadMembers } from '../use-workspace-lists.ts';

interface InviteDialogProps {
  readonly workspace: ShownWorkspace;
  readonly onClose: () => void;
}

export function InviteDialog({ workspace, onClose }: InviteDialogProps) {
  const reload = useReloadMembers();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('member');
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function invite(): Promise<void> {
    const address = email.trim();
    const params = { workspace_id: workspace.id };
    if (!(await submit(() => call(inviteToWorkspace, { params, body: { email: address, role } })))) return;
    onClose();
    showSnackbar('success', `An invitation is on its way to ${address}.`);
    await reload();
  }

  return (
    <FormDialog
      title={`Invite to ${workspace.name}`}
      text={`They get a mail with a link, which works for ${INVITE_DAYS} days and for this address alone. They need no subscription of their own.`}
      submitLabel="Send invitation"
      isSubmitDisabled={isSending || email.trim() === ''}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <FormField
        label="Email"
        name="invited_email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(value) => {
          clearFailure();
          setEmail(value);
        }}
        hasFocusFirst
      />
      <RoleField
        value={role}
        offered={(offered) => isRoleEnough(workspace.role, offered)}
        onChange={(chosen) => {
          clearFailure();
          setRole(chosen);
        }}
      />
    </FormDialog>
  );
}
