import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef } from 'react';
import { useHref, useLocation } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';

interface LinkDialogProps {
  readonly viewId: string;
  readonly onClose: () => void;
}

/** The link of a view, to be read as well as copied: pages without encryption have no clipboard. */
export function LinkDialog({ viewId, onClose }: LinkDialogProps) {
  const titleId = useId();
  const shown = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const path = useHref({ pathname, search: `?view=${encodeURIComponent(viewId)}` });
  const link = `${location.origin}${path}`;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>Link to this view</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <span>Whoever is signed in to this server and has the link can open the view as it was last saved, and save a copy.</span>
        <Box ref={shown} component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
          {link}
        </Box>
        <CopyButton text={link} shownIn={shown} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
