/** Makes a workspace and opens it. */
import { createWorkspace, MAX_WORKSPACE_NAME } from '@leadloom/shared/contract/workspaces';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { openWorkspace } from '../../lib/workspace/open-workspace.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { FormField } from '../form-field.tsx';

export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function create(): Promise<void> {
    await submit(async () => {
      const { id } = await call(createWorkspace, { body: { name: name.trim() } });
      openWorkspace(id, paths.workspace);
    });
  }

  return (
    <FormDialog
      title="Create a workspace"
      text="People you invite share its lists, views, notes and collected people. What you have now stays in your personal workspace, which nobody else sees."
      submitLabel="Create workspace"
      isSubmitDisabled={isSending || name.trim() === ''}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <FormField
        label="Name"
        name="workspace_name"
        autoComplete="organization"
        autoCapitalize="words"
        maxLength={MAX_WORKSPACE_NAME}
        value={name}
        onChange={(value) => {
          clearFailure();
          setName(value);
        }}
        hasFocusFirst
        hint="Such as the name of your company."
      />
    </FormDialog>
  );
}
