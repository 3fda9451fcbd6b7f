import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  /** @throws {ApiError} */
  readonly remove: () => Promise<unknown>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Deletes something once that is confirmed, and says why it could not be deleted. */
export function DeleteDialog({ title, text, confirmLabel, remove, onDeleted, onClose }: DeleteDialogProps) {
  const { isSending, failure, submit } = useSubmission();

  async function onConfirm(): Promise<void> {
    if (await submit(remove)) onDeleted();
  }

  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      isDestructive
      isWorking={isSending}
      failure={failure?.message ?? null}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    />
  );
}
