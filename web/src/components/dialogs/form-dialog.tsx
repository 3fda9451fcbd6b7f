import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { TitledDialog } from './titled-dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isSubmitDisabled: boolean;
  /** While the form is sent, it cannot be closed. */
  readonly isBusy?: boolean;
  /** Why it failed, where no field says it. */
  readonly failure?: string | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A form in a dialog. Enter in a field submits it. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, children, submitLabel, isSubmitDisabled, isBusy = false, failure = null, onSubmit, onClose } = props;
  return (
    <TitledDialog
      title={title}
      text={text}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (!isSubmitDisabled) onSubmit();
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isSubmitDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </TitledDialog>
  );
}
