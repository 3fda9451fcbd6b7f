/** What can be done with a record. */
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { latePart } from '../../../components/late-part.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { APP_BASE, recordPath } from '../../../lib/paths.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';

const AddToListDialog = latePart(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);
const TagsAndNotesDialog = latePart(
  async () => (await import('../../../components/my-rows/tags-and-notes-dialog.tsx')).TagsAndNotesDialog,
);

interface RecordActionsProps {
  readonly name: TableName;
  readonly id: number;
}

export function RecordActions({ name, id }: RecordActionsProps) {
  const [open, setOpen] = useState<'list' | 'notes' | null>(null);
  const close = () => setOpen(null);

  async function copyLink(): Promise<void> {
    const isCopied = await copyText(`${window.location.origin}${APP_BASE}${recordPath(name, id)}`, null);
    if (isCopied) showSnackbar('success', 'The link was copied.');
  }

  return (
    <Box role="group" aria-label="Actions" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" variant="outlined" onClick={() => setOpen('list')}>
        Add to list
      </Button>
      <Button size="small" variant="outlined" onClick={() => setOpen('notes')}>
        Tags and notes
      </Button>
      <Button size="small" variant="outlined" onClick={() => void copyLink()}>
        Copy link
      </Button>
      {open === 'list' && <AddToListDialog table={name} chosen={{ ids: [id] }} count={1} onClose={close} />}
      {open === 'notes' && <TagsAndNotesDialog table={name} id={id} onClose={close} />}
    </Box>
  );
}
