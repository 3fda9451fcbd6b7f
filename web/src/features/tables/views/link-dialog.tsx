import type { TableView } from '@leadloom/shared/contract/table-views';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useHref, useLocation } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { inThisWorkspace } from '../../../lib/workspace/tab-workspace.ts';
import { type ShownWorkspace, useWorkspace } from '../../../lib/workspace/use-workspace.ts';

interface LinkDialogProps {
  readonly view: TableView;
  readonly onClose: () => void;
}

/** The link of a view, to be read as well as copied: pages without encryption have no clipboard. */
export function LinkDialog({ view, onClose }: LinkDialogProps) {
  const shown = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const workspace = useWorkspace();
  const path = useHref({ pathname, search: `?view=${encodeURIComponent(view.id)}` });
  const link = inThisWorkspace(`${location.origin}${path}`);
  return (
    <TitledDialog
      title="Link to this view"
      text={openedBy(view, workspace)}
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

/** Who opens the view by its link. */
function openedBy({ visibility, is_own: isOwn }: TableView, { name, isPersonal }: ShownWorkspace): string {
  if (isPersonal || !isOwn)
    return 'Anyone who is signed in to this server can use this link to open the view as it was last saved, and to save a copy.';
  if (visibility === 'workspace') return `Members of ${name} can use this link to open the view as it was last saved.`;
  return `The view is private, so the link opens it for you alone. Share the view to let other members of ${name} open it.`;
}
