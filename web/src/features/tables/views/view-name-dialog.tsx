import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { useViewSubmission } from './use-view-submission.ts';

interface ViewNameDialogProps {
  readonly title: string;
  readonly firstName: string;
  /** Rejects with an ApiError whose sentence is shown at the field. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

const MAX_NAME = 80;

/** Asks for a view's name and keeps asking until the server takes it. */
export function ViewNameDialog({ title, firstName, onSave, onClose }: ViewNameDialogProps) {
  const titleId = useId();
  const [name, setName] = useState(firstName);
  const { isWorking, failure, forget, submit } = useViewSubmission(onClose);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '' && !isWorking) void submit(() => onSave(name.trim()));
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form onSubmit={onSubmit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <FormField
            label="Name"
            name="view-name"
            value={name}
            onChange={(next) => {
              setName(next);
              forget();
            }}
            maxLength={MAX_NAME}
            error={failure}
            hint="Keeps filters, columns, sorting and page size."
            autoCapitalize="words"
            hasFocusFirst
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={isWorking || name.trim() === ''}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
