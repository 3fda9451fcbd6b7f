/** What can be done with a record. */
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { latePart } from '../../../components/late-part.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { APP_BASE, recordPath } from '../../../lib/paths.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
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
  const [open, setOpen] = useState<'list' | 'tags' | 'notes' | null>(null);
  const close = () => setOpen(null);

  useScreenActions([
    { label: 'Add the record to a list', shortcut: shortcuts.addToList, run: () => setOpen('list') },
    { label: 'Tag the record', shortcut: shortcuts.addTag, run: () => setOpen('tags') },
    { label: 'Write a note on the record', shortcut: shortcuts.writeNote, isInstead: true, run: () => setOpen('notes') },
  ]);

  async function copyLink(): Promise<void> {
    const isCopied = await copyText(`${window.location.origin}${APP_BASE}${recordPath(name, id)}`, null);
    if (isCopied) showSnackbar('success', 'The link was copied.');
  }

  return (
    <Box role="group" aria-label="Actions" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        size="small"
        variant="outlined"
        title={`Add to list (${keyText(shortcuts.addToList)})`}
        onClick={() => setOpen('list')}
      >
        Add to list
      </Button>
      <Button
        size="small"
        variant="outlined"
        title={`Tags and notes (${keyText(shortcuts.writeNote)})`}
        onClick={() => setOpen('notes')}
      >
        Tags and notes
      </Button>
      <Button size="small" variant="outlined" onClick={() => void copyLink()}>
        Copy link
      </Button>
      {open === 'list' && <AddToListDialog table={name} chosen={{ ids: [id] }} count={1} onClose={close} />}
      {(open === 'tags' || open === 'notes') && <TagsAndNotesDialog table={name} id={id} focused={open} onClose={close} />}
    </Box>
  );
}
