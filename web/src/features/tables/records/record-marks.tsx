/** The account's tags of a row, and its latest notes. They are changed in the dialog. */
import type { KeptNote } from '@leadloom/shared/contract/my-row-changes';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { latePart } from '../../../components/late-part.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Tag } from '../../../components/tag.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import type { ShownMarks } from './use-record.ts';

const TagsAndNotesDialog = latePart(
  async () => (await import('../../../components/my-rows/tags-and-notes-dialog.tsx')).TagsAndNotesDialog,
);

/** The others are in the dialog. */
const SHOWN_NOTES = 3;

interface RecordMarksProps {
  readonly name: TableName;
  readonly id: number;
  readonly marks: ShownMarks;
}

export function RecordMarks({ name, id, marks: { tags, notes, error, isRetrying, retry } }: RecordMarksProps) {
  const [isOpen, setOpen] = useState(false);
  if (error !== null) return <LoadFailure text={error.message} onRetry={retry} isRetrying={isRetrying} />;
  if (tags.length === 0 && notes.length === 0) return null;
  return (
    <Box component="section" aria-label="Your tags and notes" sx={{ display: 'grid', gap: 1 }}>
      {tags.length > 0 && (
        <Box component="ul" aria-label="Tags" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {tags.map((tag) => (
            <Tag key={tag} as="li">
              <bdi>{tag}</bdi>
            </Tag>
          ))}
        </Box>
      )}
      {notes.slice(0, SHOWN_NOTES).map((note) => (
        <Note key={note.id} note={note} />
      ))}
      {notes.length > SHOWN_NOTES && (
        <Button size="small" onClick={() => setOpen(true)} sx={{ justifySelf: 'start', ml: -0.625 }}>
          All {formatCount(notes.length)} notes
        </Button>
      )}
      {isOpen && <TagsAndNotesDialog table={name} id={id} focused="notes" onClose={() => setOpen(false)} />}
    </Box>
  );
}

function Note({ note: { text, updated_at: changedAt } }: { readonly note: KeptNote }) {
  return (
    <Box
      component="article"
      aria-label="Note"
      sx={{ borderInlineStart: '2px solid', borderColor: 'divider', paddingInlineStart: 1.25, fontSize: '0.875rem' }}
    >
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' }}>{text}</Box>
      <Box component="time" dateTime={changedAt} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {formatDayAndTime(changedAt)}
      </Box>
    </Box>
  );
}
