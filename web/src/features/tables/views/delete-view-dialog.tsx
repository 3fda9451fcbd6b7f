import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { useViewSubmission } from './use-view-submission.ts';

interface DeleteViewDialogProps {
  readonly name: string;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

/** Its link stops working for everybody, so it is asked for. */
export function DeleteViewDialog({ name, onDelete, onClose }: DeleteViewDialogProps) {
  const titleId = useId();
  const { isWorking, failure, submit } = useViewSubmission(onClose);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>Delete “{name}”?</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        The rows stay; the view and its link are gone for everybody who has the link.
        {failure !== null && <Notice severity="error">{failure}</Notice>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="outlined" color="error" disabled={isWorking} onClick={() => void submit(onDelete)}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
