/** Adds tags to the selected people and removes others, in one step. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { TagsField } from '../../components/person/tags-field.tsx';
import type { TagChange } from '../../lib/collected-people/change-tags.ts';
import { formatCount } from '../../lib/format-count.ts';

/** The maximum for one request. */
const TAGS_AT_ONCE = 20;

interface TagsDialogProps {
  /** Number of selected people. */
  readonly count: number;
  readonly known: readonly string[];
  readonly onClose: () => void;
  readonly onSubmit: (change: TagChange) => void;
}

export function TagsDialog({ count, known, onClose, onSubmit }: TagsDialogProps) {
  const titleId = useId();
  const formId = useId();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onClose();
    if (add.length > 0 || remove.length > 0) onSubmit({ add, remove });
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{count === 1 ? 'Tags for 1 person' : `Tags for ${formatCount(count)} people`}</DialogTitle>
      <DialogContent>
        <form id={formId} onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
          <TagsField
            label="Add"
            known={known.filter((tag) => !remove.includes(tag))}
            values={add}
            onChange={setAdd}
            placeholder="Type a tag"
            limit={TAGS_AT_ONCE}
          />
          {known.length > 0 && (
            <TagsField
              label="Remove"
              known={known.filter((tag) => !add.includes(tag))}
              values={remove}
              onChange={setRemove}
              placeholder="Choose a tag"
              isClosed
              limit={TAGS_AT_ONCE}
            />
          )}
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={formId} variant="contained">
          Change tags
        </Button>
      </DialogActions>
    </Dialog>
  );
}
