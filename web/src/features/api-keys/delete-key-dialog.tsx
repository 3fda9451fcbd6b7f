import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { ListedKey } from './key-list.ts';

interface DeleteKeyDialogProps {
  readonly listed: ListedKey;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Nothing brings a key back, so it is asked for. */
export function DeleteKeyDialog({ listed: { id, name }, onDelete, onClose }: DeleteKeyDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={textId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        Delete {name === null ? 'the key' : <bdi>{name}</bdi>} {name === null ? id : `(${id})`}?
      </DialogTitle>
      <DialogContent id={textId} sx={{ fontSize: '0.875rem' }}>
        Programs that use this key stop at once. Its secret cannot be had again.
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button variant="outlined" color="error" onClick={onDelete}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
