import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { TitledDialog } from './titled-dialog.tsx';

interface ConfirmDialogProps {
  readonly title: ReactNode;
  /** What the action does. */
  readonly text: ReactNode;
  /** Fields that change what the action does. */
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** While the action runs, nothing can be pressed or closed. */
  readonly isWorking?: boolean;
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. Cancel has the focus, so that Enter alone does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, children, confirmLabel, isDestructive = false, isWorking = false, failure = null } = props;
  const { onConfirm, onClose } = props;
  return (
    <TitledDialog
      title={title}
      text={text}
      isBusy={isWorking}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isWorking} autoFocus>
            Cancel
          </Button>
          <Button
            {...(isDestructive ? { variant: 'outlined', color: 'error' } : { variant: 'contained' })}
            disabled={isWorking}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </TitledDialog>
  );
}
