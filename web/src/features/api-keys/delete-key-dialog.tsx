import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import type { ListedKey } from './key-list.ts';

interface DeleteKeyDialogProps {
  readonly listed: ListedKey;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** A deleted key cannot be restored, so the deletion is confirmed. */
export function DeleteKeyDialog({ listed: { id, name }, onDelete, onClose }: DeleteKeyDialogProps) {
  return (
    <ConfirmDialog
      title={
        <>
          Delete {name === null ? 'the key' : <bdi>{name}</bdi>} {name === null ? id : `(${id})`}?
        </>
      }
      text="Programs that use this key stop working at once. The secret cannot be recovered."
      confirmLabel="Delete"
      isDestructive
      onConfirm={onDelete}
      onClose={onClose}
    />
  );
}
