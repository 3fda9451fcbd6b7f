import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useHref, useLocation } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { inThisWorkspace } from '../../../lib/workspace/tab-workspace.ts';

interface LinkDialogProps {
  readonly viewId: string;
  readonly onClose: () => void;
}

/** The link of a view, to be read as well as copied: pages without encryption have no clipboard. */
export function LinkDialog({ viewId, onClose }: LinkDialogProps) {
  const shown = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const path = useHref({ pathname, search: `?view=${encodeURIComponent(viewId)}` });
  const link = inThisWorkspace(`${location.origin}${path}`);
  return (
    <TitledDialog
      title="Link to this view"
      text="Anyone who is signed in to this server can use this link to open the view as it was last saved, and to save a copy."
      width="sm"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Box ref={shown} component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
        {link}
      </Box>
      <Box>
        <CopyButton text={link} shownIn={shown} />
      </Box>
    </TitledDialog>
  );
}
