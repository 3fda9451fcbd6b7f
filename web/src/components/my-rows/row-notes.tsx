/** The account's notes on one row: written, changed and deleted here. */

import {
  addRowNote,
  changeRowNote,
  deleteRowNote,
  type KeptNote,
  MAX_NOTE_LENGTH,
} from '@leadloom/shared/contract/my-row-changes';
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { useReloadMyRows, useRowNotes } from '../../lib/my-rows/change-my-rows.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingText } from '../loading-text.tsx';

interface RowNotesProps {
  readonly table: MyTable;
  readonly id: number;
  readonly hasFocusFirst?: boolean;
}

export function RowNotes({ table, id, hasFocusFirst = false }: RowNotesProps) {
  const { data, error, isFetching, refetch } = useRowNotes(table, id);
  const reload = useReloadMyRows();
  const [text, setText] = useState('');
  /** The note that is being changed. */
  const [edited, setEdited] = useState<KeptNote | null>(null);
  const [asked, setAsked] = useState<KeptNote | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
      setText('');
      setEdited(null);
      setAsked(null);
      await reload();
    } catch (failure) {
      // What was written stays in the field.
      showSnackbar('error', failure instanceof Error ? failure.message : 'The note could not be saved.');
    }
    setBusy(false);
  }

  const onSave = () =>
    void change(() =>
      edited === null
        ? call(addRowNote, { params: { table, id }, body: { text } })
        : call(changeRowNote, { params: { note_id: edited.id }, body: { text } }),
    );

  return (
    <Box component="section" aria-label="Notes" sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label={edited === null ? 'New note' : 'Change the note'}
        multiline
        autoFocus={hasFocusFirst}
        minRows={2}
        maxRows={10}
        size="small"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy || text.trim() === '') return;
          event.preventDefault();
          onSave();
        }}
        slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="contained" disabled={isBusy || text.trim() === ''} onClick={onSave}>
          Save note
        </Button>
        {edited !== null && (
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => {
              setEdited(null);
              setText('');
            }}
          >
            Cancel
          </Button>
        )}
      </Box>
      {data === undefined && error === null && <LoadingText>Loading notes…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No notes yet.</Typography>}
      {data?.map((note) => (
        <Box component="article" key={note.id} sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
            <Typography variant="body2">{`${note.author}, ${formatDayAndTime(note.updated_at)}`}</Typography>
            <Button
              size="small"
              disabled={isBusy}
              onClick={() => {
                setEdited(note);
                setText(note.text);
              }}
            >
              Change
            </Button>
            <Button size="small" color="error" disabled={isBusy} onClick={() => setAsked(note)}>
              Delete
            </Button>
          </Box>
        </Box>
      ))}
      {asked !== null && (
        <ConfirmDialog
          title="Delete this note?"
          text="The note cannot be restored."
          confirmLabel="Delete"
          isDestructive
          isWorking={isBusy}
          onConfirm={() => void change(() => call(deleteRowNote, { params: { note_id: asked.id } }))}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
}
