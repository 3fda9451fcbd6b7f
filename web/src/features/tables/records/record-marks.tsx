/** What the account keeps about a row, changed in place: its lists as chips, its tags, and its notes. */
import { MAX_ROW_TAGS } from '@leadloom/shared/contract/my-rows';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { RowNotes } from '../../../components/my-rows/row-notes.tsx';
import { ShownTags } from '../../../components/my-rows/shown-tags.tsx';
import { useSaveTags } from '../../../components/my-rows/use-save-tags.ts';
import { Tag } from '../../../components/tag.tsx';
import { LazyTagsField } from '../../../components/tags/lazy-tags-field.tsx';
import { useKnownTags } from '../../../lib/my-rows/my-rows.ts';
import { listPath } from '../../../lib/paths.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';
import { failureId, noteFieldId, tagsFieldId } from './mark-field-ids.ts';
import type { ShownMarks } from './use-record.ts';

interface RecordMarksProps {
  readonly name: TableName;
  readonly id: number;
  readonly marks: ShownMarks;
}

/** Give it a key for each record: what is being written belongs to one. */
export function RecordMarks({ name, id, marks: { tags, lists, hasNoNotes, error, isRetrying, retry } }: RecordMarksProps) {
  const section = useRef<HTMLElement>(null);
  /** Where the focus was before it came here: keys such as J go on from there. */
  const before = useRef<Element | null>(null);
  if (error !== null) {
    return (
      <Box id={failureId(name, id)} tabIndex={-1} sx={{ outline: 'none' }}>
        <LoadFailure text={error.message} onRetry={retry} isRetrying={isRetrying} />
      </Box>
    );
  }

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }

  function leave(): void {
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else section.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || event.target === section.current) return;
    event.preventDefault();
    leave();
  }

  return (
    <Box
      ref={section}
      component="section"
      aria-label="Your tags and notes"
      tabIndex={-1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        outline: 'none',
        // Paper shows tags and notes, and no fields for more.
        '@media print': {
          '& :is(input, textarea, button, fieldset, label, .MuiChip-deleteIcon)': { display: 'none' },
          // Nor the room of a field without tags in it.
          '& :is(.MuiFormControl-root, div:has(> input)):not(:has(.MuiChip-root))': { display: 'none' },
        },
      }}
    >
      {lists.length > 0 && (
        <Box
          component="ul"
          aria-label="Lists"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
        >
          {lists.map((list) => (
            <li key={list.id}>
              <Box component={Link} to={listPath(list.id)} title="Show the list" sx={{ textDecoration: 'none' }}>
                <Tag tone="primary">
                  <bdi>{list.name}</bdi>
                </Tag>
              </Box>
            </li>
          ))}
        </Box>
      )}
      <RecordTags name={name} id={id} tags={tags} />
      <RowNotes table={name} id={id} inPlace={{ inputId: noteFieldId(name, id), isKnownEmpty: hasNoNotes, onSaved: leave }} />
    </Box>
  );
}

function RecordTags({ name, id, tags }: { readonly name: TableName; readonly id: number; readonly tags: readonly string[] }) {
  const [isChoosing, setChoosing] = useState(false);
  const { data: known = [] } = useKnownTags(name, isChoosing);
  const { chosen, save } = useSaveTags(name, id);
  if (useMay(changing) !== null) return <ShownTags tags={tags} />;
  return (
    <LazyTagsField
      id={tagsFieldId(name, id)}
      label="Tags"
      known={known}
      values={chosen ?? tags}
      onChange={(next) => void save(next)}
      placeholder="Add a tag"
      limit={MAX_ROW_TAGS}
      onFocus={() => setChoosing(true)}
    />
  );
}
