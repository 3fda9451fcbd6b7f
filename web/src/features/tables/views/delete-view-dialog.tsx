import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useSubmission } from '../../../lib/use-submission.ts';

interface DeleteViewDialogProps {
  readonly name: string;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

/** The link of a deleted view stops working for everyone, so the deletion is confirmed. */
export function DeleteViewDialog({ name, onDelete, onClose }: DeleteViewDialogProps) {
  const { isSending, failure, submit } = useSubmission();

  async function onConfirm(): Promise<void> {
    if (await submit(onDelete)) onClose();
  }

  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      text="The link to this view stops working for everyone who has it. The rows of the table are not affected."
      confirmLabel="Delete"
      isDestructive
      isWorking={isSending}
      failure={failure?.message ?? null}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    />
  );
}
