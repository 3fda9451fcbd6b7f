import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

interface DeleteAllDialogProps {
  readonly isWorking: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Nothing brings trends back, so it is asked for. */
export function DeleteAllDialog({ isWorking, onClose, onDelete }: DeleteAllDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open
      onClose={() => !isWorking && onClose()}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>Confirm Delete All Trends</DialogTitle>
      <DialogContent id={textId} sx={{ fontSize: '0.875rem' }}>
        Are you sure you want to delete all detected TikTok trends and their associated video links? This action cannot be undone.
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isWorking} autoFocus>
          Cancel
        </Button>
        <Button variant="outlined" color="error" disabled={isWorking} onClick={onDelete}>
          Delete All
        </Button>
      </DialogActions>
    </Dialog>
  );
}
