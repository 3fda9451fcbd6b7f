import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';

interface DeleteAllDialogProps {
  readonly isWorking: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Deleted trends cannot be restored, so the deletion is confirmed. */
export function DeleteAllDialog({ isWorking, onClose, onDelete }: DeleteAllDialogProps) {
  return (
    <ConfirmDialog
      title="Confirm Delete All Trends"
      text="Are you sure you want to delete all detected TikTok trends and their associated video links? This action cannot be undone."
      confirmLabel="Delete All"
      isDestructive
      isWorking={isWorking}
      onConfirm={onDelete}
      onClose={onClose}
    />
  );
}
