/** Renaming a list, deleting it, and deleting it for good. */
import { deleteRowList } from '@leadloom/shared/contract/my-row-changes';
import { DELETED_LISTS_RETENTION_DAYS, MAX_LIST_NAME_LENGTH, type RowList } from '@leadloom/shared/contract/my-rows';
import { useState } from 'react';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { saveList } from '../../lib/my-rows/save-list.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useRestoreList } from './use-restore-list.ts';

interface ListDialogProps {
  readonly list: RowList;
  readonly onClose: () => void;
}

export function RenameDialog({ list, onClose }: ListDialogProps) {
  const [name, setName] = useState(list.name);
  const reload = useReloadMyRows();
  const { isSending, failure, submit } = useSubmission();

  async function rename(): Promise<void> {
    if (!(await submit(() => saveList(list, { name })))) return;
    onClose();
    await reload();
  }

  return (
    <FormDialog
      title="Rename the list"
      submitLabel="Rename"
      isSubmitDisabled={isSending || name.trim() === ''}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void rename()}
      onClose={onClose}
    >
      <FormField label="Name" name="name" hasFocusFirst value={name} onChange={setName} maxLength={MAX_LIST_NAME_LENGTH} />
    </FormDialog>
  );
}

export function DeleteListDialog({ list, onClose }: ListDialogProps) {
  const reload = useReloadMyRows();
  const restore = useRestoreList();
  return (
    <DeleteDialog
      title={`Delete ${list.name}?`}
      text={`It can be restored for ${DELETED_LISTS_RETENTION_DAYS} days. Its rows stay in their table. Alerts and scheduled exports of the list end.`}
      confirmLabel="Delete"
      remove={() => call(deleteRowList, { params: { list_id: list.id }, query: {} })}
      onDeleted={() => {
        showSnackbar('success', `${list.name} was deleted.`, { label: 'Undo', run: () => void restore(list) });
        onClose();
        void reload();
      }}
      onClose={onClose}
    />
  );
}

/** Asks before a list that is deleted already is deleted for good. */
export function PurgeDialog({ list, onClose }: ListDialogProps) {
  const reload = useReloadMyRows();
  return (
    <DeleteDialog
      title={`Delete ${list.name} for good?`}
      text={`It cannot be restored afterwards. What it holds, ${rowWords(list.table, list.count)}, stays in its table.`}
      confirmLabel="Delete for good"
      remove={() => call(deleteRowList, { params: { list_id: list.id }, query: { deleted: 'true' } })}
      onDeleted={() => {
        onClose();
        void reload();
      }}
      onClose={onClose}
    />
  );
}
