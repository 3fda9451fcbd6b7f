import type { Visibility } from '@leadloom/shared/contract/visibility';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { VisibilityField } from '../../../components/workspace/visibility-field.tsx';
import { useSubmission } from '../../../lib/use-submission.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';

interface ViewNameDialogProps {
  readonly title: string;
  readonly firstName: string;
  /** The view opens as a chart. */
  readonly isChart: boolean;
  /** Whether the view is made now; who sees it is asked then, in a shared workspace. */
  readonly isNew?: boolean;
  /** Rejects with an ApiError whose message is shown at the field. */
  readonly onSave: (name: string, visibility?: Visibility) => Promise<void>;
  readonly onClose: () => void;
}

const MAX_NAME = 80;

/** Asks for a view's name until the server accepts it. */
export function ViewNameDialog({ title, firstName, isChart, isNew = false, onSave, onClose }: ViewNameDialogProps) {
  const [name, setName] = useState(firstName);
  const [visibility, setVisibility] = useState<Visibility>('private');
  const { isPersonal } = useWorkspace();
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function onSubmit(): Promise<void> {
    if (await submit(() => (isNew && !isPersonal ? onSave(name.trim(), visibility) : onSave(name.trim())))) onClose();
  }

  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      isSubmitDisabled={isSending || name.trim() === ''}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      <FormField
        label="Name"
        name="view-name"
        value={name}
        onChange={(next) => {
          setName(next);
          clearFailure();
        }}
        maxLength={MAX_NAME}
        error={failure?.message ?? null}
        hint={`Keeps filters, columns, sorting${isChart ? ', page size and the chart' : ' and page size'}.`}
        autoCapitalize="words"
        hasFocusFirst
      />
      {isNew && <VisibilityField visibility={visibility} onChange={setVisibility} />}
    </FormDialog>
  );
}
