/** The workspace's name, and the ways out of it. */
import { deleteWorkspace, MAX_WORKSPACE_NAME, renameWorkspace } from '@leadloom/shared/contract/workspaces';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { SettingsForm } from '../../../components/settings-form.tsx';
import { SettingsLine, useLine } from '../../../components/settings-line.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { useRefreshMe } from '../../../lib/account/use-me.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';
import type { ShownWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

export function SettingsSection({ workspace }: { readonly workspace: ShownWorkspace }) {
  const [opened, setOpened] = useState<'leave' | 'delete' | null>(null);
  const close = () => setOpened(null);
  return (
    <Paper variant="outlined" sx={{ py: 0.5 }}>
      <NameLine workspace={workspace} />
      <SettingsLine
        heading="Leave"
        value="You are no member any more. What you shared stays."
        action={
          <Button size="small" color="error" aria-label="Leave the workspace" onClick={() => setOpened('leave')}>
            Leave
          </Button>
        }
      />
      <SettingsLine
        heading="Delete workspace"
        value="The workspace and everything in it, for all members"
        action={
          <May needs={deleteWorkspace}>
            <Button size="small" color="error" aria-label="Delete the workspace" onClick={() => setOpened('delete')}>
              Delete
            </Button>
          </May>
        }
      />
      {opened === 'leave' && <LeaveDialog workspace={workspace} onClose={close} />}
      {opened === 'delete' && <DeleteWorkspaceDialog workspace={workspace} onClose={close} />}
    </Paper>
  );
}

function NameLine({ workspace: { id, name } }: { readonly workspace: ShownWorkspace }) {
  const line = useLine();
  const refusal = useMay(renameWorkspace);
  if (refusal !== null) return <SettingsLine heading="Name" value={name} action={<RefusedChange />} />;
  return (
    <SettingsLine heading="Name" value={name} line={line} hasCancel>
      <NameForm id={id} name={name} onSaved={() => line.finish('The name is changed.')} onCancel={line.close} />
    </SettingsLine>
  );
}

function RefusedChange() {
  return (
    <May needs={renameWorkspace}>
      <Button size="small" aria-label="Change the name of the workspace">
        Change
      </Button>
    </May>
  );
}

interface NameFormProps {
  readonly id: number;
  readonly name: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function NameForm({ id, name, onSaved, onCancel }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const refreshMe = useRefreshMe();
  const queryClient = useQueryClient();
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function save(): Promise<void> {
    const body = { name: typed.trim() };
    if (!(await submit(() => call(renameWorkspace, { params: { workspace_id: id }, body })))) return;
    // That it is changed is known; that it cannot be read again is told elsewhere.
    await Promise.allSettled([refreshMe(), queryClient.invalidateQueries({ queryKey: ['workspaces'] })]);
    onSaved();
  }

  return (
    <SettingsForm
      submitLabel="Save"
      isSubmitDisabled={isSending || typed.trim() === ''}
      onSubmit={() => void save()}
      onCancel={onCancel}
      failure={failure?.message ?? null}
    >
      <FormField
        label="Name of the workspace"
        name="workspace_name"
        autoComplete="organization"
        autoCapitalize="words"
        maxLength={MAX_WORKSPACE_NAME}
        value={typed}
        onChange={(value) => {
          clearFailure();
          setTyped(value);
        }}
        hasFocusFirst
      />
    </SettingsForm>
  );
}
