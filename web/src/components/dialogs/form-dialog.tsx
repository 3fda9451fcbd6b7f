import Button from '@mui/material/Button';
import { memo, type ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { useSteady } from '../use-steady.ts';
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
  const onCancel = useSteady(onClose);
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
          <CancelButton isDisabled={isBusy} onCancel={onCancel} />
          <SubmitButton label={submitLabel} isDisabled={isSubmitDisabled} />
        </>
      }
    >
      {children}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </TitledDialog>
  );
}

interface CancelButtonProps {
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
}

const CancelButton = memo(function CancelButton({ isDisabled, onCancel }: CancelButtonProps) {
  return (
    <Button onClick={onCancel} disabled={isDisabled}>
      Cancel
    </Button>
  );
});
