/**
 * The notes on one row: written, changed and deleted here. What was begun stays with its row until it is saved. In a shared
 * workspace each note names its author, who alone changes and deletes it, beside admins.
 */

import {
  addRowNote,
  changeRowNote,
  deleteRowNote,
  MAX_NOTE_LENGTH,
  rowNoteSchema,
  type StoredEntryNote,
} from '@leadloom/shared/contract/my-row-changes';
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { useReloadMyRows, useRowNotes } from '../../lib/my-rows/change-my-rows.ts';
import { useNoteDraft } from '../../lib/my-rows/note-drafts.ts';
import { keyText, shortcuts } from '../../lib/shortcuts.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { saveOverOthers } from '../../lib/workspace/save-over-others.ts';
import { useMay } from '../../lib/workspace/use-may.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingText } from '../loading-text.tsx';

/** Latest notes within a record; the others are one press away. */
const FIRST_NOTES = 3;

interface NotesInPlace {
  /** The id of the field. */
  readonly inputId: string;
  /** The row is known to have no notes, so that none are asked for. */
  readonly isKnownEmpty: boolean;
  /** A note was saved by the keyboard. */
  readonly onSaved: () => void;
}

interface RowNotesProps {
  readonly table: MyTable;
  readonly id: number;
  readonly hasFocusFirst?: boolean;
  /** Present within a record, where the notes are one line until something is written, and the latest come first. */
  readonly inPlace?: NotesInPlace;
}

async function saveNote(note: StoredEntryNote, text: string): Promise<void> {
  await saveOverOthers({
    what: 'note',
    base: note,
    change: { text },
    schema: rowNoteSchema,
    describe: (kept) => [{ label: 'Note', text: kept.text }],
    send: (basedOn) => call(changeRowNote, { params: { note_id: note.id }, body: { text, ...basedOn } }),
  });
}

export function RowNotes({ table, id, hasFocusFirst = false, inPlace }: RowNotesProps) {
  const [hasWritten, setWritten] = useState(false);
  const { data, error, isFetching, refetch } = useRowNotes(table, id, inPlace?.isKnownEmpty !== true || hasWritten);
  const reload = useReloadMyRows();
  const [draft, setDraft] = useNoteDraft(table, id);
  const [changed, setChanged] = useState('');
  /** The note that is being changed. */
  const [edited, setEdited] = useState<StoredEntryNote | null>(null);
  const [noteToDelete, setNoteToDelete] = useState<StoredEntryNote | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isWhole, setWhole] = useState(inPlace === undefined);
  const [text, setText] = edited === null ? [draft, setDraft] : [changed, setChanged];
  const { role, isPersonal } = useWorkspace();
  const refusal = useMay(changing);
  const reader = useKnownMe()?.email;
  const canChange = ({ author }: StoredEntryNote) =>
    isPersonal || (refusal === null && (author === reader || isRoleEnough(role, 'admin')));
  const field = useRef<HTMLTextAreaElement>(null);
  const ownId = useId();
  const inputId = inPlace?.inputId ?? ownId;
  const label = edited === null ? 'New note' : 'Change the note';

  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
      setWritten(true);
      setNoteToDelete(null);
      await reload();
    } catch (failure) {
      // What was written stays in the field.
      showSnackbar('error', failure instanceof Error ? failure.message : 'The note could not be saved.');
    }
    setBusy(false);
  }

  const onSave = () =>
    void change(async () => {
      if (edited === null) await call(addRowNote, { params: { table, id }, body: { text } });
      else await saveNote(edited, text);
      // What was written meanwhile stays.
      if (field.current === null || field.current.value === text) setText('');
      setEdited(null);
    });
  const canSave = !isBusy && refusal === null && text.trim() !== '';

  return (
    <Box component="section" aria-label="Notes" sx={{ display: 'grid', gap: 1.5 }}>
      {/* The parts of a TextField: it would bring the code of menus for selects, which a record does not show at first. */}
      <FormControl size="small" disabled={refusal !== null}>
        <InputLabel htmlFor={inputId}>{label}</InputLabel>
        <OutlinedInput
          id={inputId}
          label={label}
          multiline
          inputRef={field}
          autoFocus={hasFocusFirst}
          title={refusal ?? undefined}
          minRows={inPlace === undefined ? 2 : 1}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSave) return;
            event.preventDefault();
            onSave();
            inPlace?.onSaved();
          }}
          slotProps={{ input: { maxLength: MAX_NOTE_LENGTH } }}
        />
      </FormControl>
      <Box sx={{ display: inPlace !== undefined && text === '' && edited === null ? 'none' : 'flex', gap: 1 }}>
        <Button size="small" variant="contained" disabled={!canSave} title={keyText(shortcuts.saveNote)} onClick={onSave}>
          Save note
        </Button>
        {edited !== null && (
          <Button size="small" disabled={isBusy} onClick={() => setEdited(null)}>
            Cancel
          </Button>
        )}
      </Box>
      {data === undefined && error === null && isFetching && <LoadingText>Loading notes…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && inPlace === undefined && <Typography sx={{ color: 'text.secondary' }}>No notes yet.</Typography>}
      {data?.slice(0, isWhole ? undefined : FIRST_NOTES).map((note) => (
        <Box component="article" aria-label="Note" key={note.id} sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
          <Typography
            variant={inPlace === undefined ? 'body1' : 'body2'}
            sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' }}
          >
            {note.text}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
            <Typography variant="body2" title={note.author}>
              {(inPlace === undefined || !isPersonal) && `${note.author}, `}
              {formatDayAndTime(note.updated_at)}
            </Typography>
            {canChange(note) && (
              <>
                <Button
                  size="small"
                  disabled={isBusy}
                  onClick={() => {
                    setEdited(note);
                    setChanged(note.text);
                    field.current?.focus();
                  }}
                >
                  Change
                </Button>
                <Button size="small" color="error" disabled={isBusy} onClick={() => setNoteToDelete(note)}>
                  Delete
                </Button>
              </>
            )}
          </Box>
        </Box>
      ))}
      {!isWhole && data !== undefined && data.length > FIRST_NOTES && (
        <Button size="small" onClick={() => setWhole(true)} sx={{ justifySelf: 'start', ml: -0.625 }}>
          All {formatCount(data.length)} notes
        </Button>
      )}
      {noteToDelete !== null && (
        <ConfirmDialog
          title="Delete this note?"
          text="The note cannot be restored."
          confirmLabel="Delete"
          isDestructive
          isWorking={isBusy}
          onConfirm={() => void change(() => call(deleteRowNote, { params: { note_id: noteToDelete.id } }))}
          onClose={() => setNoteToDelete(null)}
        />
      )}
    </Box>
  );
}
