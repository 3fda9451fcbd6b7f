/** Renaming a list, deleting it, and deleting it for good. */
import { changeRowList, deleteRowList } from '@leadloom/shared/contract/my-row-changes';
import { DELETED_LISTS_KEPT_DAYS, MAX_LIST_NAME_LENGTH, type RowList } from '@leadloom/shared/contract/my-rows';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useRestoreList } from './use-restore-list.ts';

interface ListDialogProps {
  readonly list: RowList;
  readonly onClose: () => void;
}

/** Runs a change of a list, and says why it failed. */
function useListChange(onClose: () => void) {
  const reload = useReloadMyRows();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await reload();
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The list could not be changed.');
      setBusy(false);
    }
  }
  return { isBusy, failure, change };
}

export function RenameDialog({ list, onClose }: ListDialogProps) {
  const [name, setName] = useState(list.name);
  const { isBusy, failure, change } = useListChange(onClose);
  return (
    <FormDialog
      title="Rename the list"
      submitLabel="Rename"
      isSubmitDisabled={isBusy || name.trim() === ''}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void change(() => call(changeRowList, { params: { list_id: list.id }, body: { name } }))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        size="small"
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_LIST_NAME_LENGTH } }}
        sx={{ mt: 0.75 }}
      />
    </FormDialog>
  );
}

export function DeleteDialog({ list, onClose }: ListDialogProps) {
  const { isBusy, failure, change } = useListChange(onClose);
  const restore = useRestoreList();
  const remove = () =>
    change(async () => {
      await call(deleteRowList, { params: { list_id: list.id }, query: {} });
      showSnackbar('success', `${list.name} was deleted.`, { label: 'Undo', run: () => void restore(list) });
    });
  return (
    <ConfirmDialog
      title={`Delete ${list.name}?`}
      text={`It can be restored for ${DELETED_LISTS_KEPT_DAYS} days. Its rows stay in their table. Alerts and scheduled exports of the list end.`}
      confirmLabel="Delete"
      isDestructive
      isWorking={isBusy}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

/** For a list that is deleted already. */
export function PurgeDialog({ list, onClose }: ListDialogProps) {
  const { isBusy, failure, change } = useListChange(onClose);
  return (
    <ConfirmDialog
      title={`Delete ${list.name} for good?`}
      text={`It cannot be restored afterwards. What it holds, ${rowWords(list.table, list.count)}, stays in its table.`}
      confirmLabel="Delete for good"
      isDestructive
      isWorking={isBusy}
      failure={failure}
      onConfirm={() => void change(() => call(deleteRowList, { params: { list_id: list.id }, query: { deleted: 'true' } }))}
      onClose={onClose}
    />
  );
}
