import type { MyTable } from '@leadloom/shared/contract/my-rows';
import Button from '@mui/material/Button';
import { TitledDialog } from '../dialogs/titled-dialog.tsx';
import { RowNotes } from './row-notes.tsx';
import { RowTags } from './row-tags.tsx';

interface TagsAndNotesDialogProps {
  readonly table: MyTable;
  readonly id: number;
  /** The field that has the focus first. */
  readonly focused?: 'tags' | 'notes';
  readonly onClose: () => void;
}

/** The account's tags and notes of one row. */
export function TagsAndNotesDialog({ table, id, focused, onClose }: TagsAndNotesDialogProps) {
  return (
    <TitledDialog title="Tags and notes" onClose={onClose} width="sm" actions={<Button onClick={onClose}>Close</Button>}>
      <RowTags table={table} id={id} hasFocusFirst={focused === 'tags'} />
      <RowNotes table={table} id={id} hasFocusFirst={focused === 'notes'} />
    </TitledDialog>
  );
}
