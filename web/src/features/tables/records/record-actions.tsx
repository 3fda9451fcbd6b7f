/** What can be done with a record. */
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { May } from '../../../components/workspace/may.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { APP_BASE, recordPath } from '../../../lib/paths.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { inThisWorkspace } from '../../../lib/workspace/tab-workspace.ts';
import { AddToListDialog } from './lazy-add-to-list-dialog.ts';

interface RecordActionsProps {
  readonly name: TableName;
  readonly id: number;
}

export function RecordActions({ name, id }: RecordActionsProps) {
  const [isListing, setListing] = useState(false);

  async function copyLink(): Promise<void> {
    const link = inThisWorkspace(`${window.location.origin}${APP_BASE}${recordPath(name, id)}`);
    const isCopied = await copyText(link, null);
    if (isCopied) showSnackbar('success', 'The link was copied.');
  }

  return (
    <Box role="group" aria-label="Actions" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <May needs={changing}>
        <Button
          size="small"
          variant="outlined"
          title={`Add to list (${keyText(shortcuts.addToList)})`}
          onClick={() => setListing(true)}
        >
          Add to list
        </Button>
      </May>
      <Button size="small" variant="outlined" onClick={() => void copyLink()}>
        Copy link
      </Button>
      {isListing && <AddToListDialog table={name} chosen={{ ids: [id] }} count={1} onClose={() => setListing(false)} />}
    </Box>
  );
}
