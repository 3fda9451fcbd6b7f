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
import { noteFieldId, tagsFieldId } from './mark-field-ids.ts';

const AddToListDialog = latePart(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);

interface RecordActionsProps {
  readonly name: TableName;
  readonly id: number;
}

export function RecordActions({ name, id }: RecordActionsProps) {
  const [isListing, setListing] = useState(false);
  const goTo = (fieldId: string) => document.getElementById(fieldId)?.focus();

  useScreenActions([
    { label: 'Add the record to a list', shortcut: shortcuts.addToList, run: () => setListing(true) },
    { label: 'Tag the record', shortcut: shortcuts.addTag, run: () => goTo(tagsFieldId(name, id)) },
    {
      label: 'Write a note on the record',
      shortcut: shortcuts.writeNote,
      isInstead: true,
      run: () => goTo(noteFieldId(name, id)),
    },
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
        onClick={() => setListing(true)}
      >
        Add to list
      </Button>
      <Button size="small" variant="outlined" onClick={() => void copyLink()}>
        Copy link
      </Button>
      {isListing && <AddToListDialog table={name} chosen={{ ids: [id] }} count={1} onClose={() => setListing(false)} />}
    </Box>
  );
}
