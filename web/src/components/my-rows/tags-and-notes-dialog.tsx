import type { MyTable } from '@leadloom/shared/contract/my-rows';
import Button from '@mui/material/Button';
import { TitledDialog } from '../dialogs/titled-dialog.tsx';
import { RowNotes } from './row-notes.tsx';
import { RowTags } from './row-tags.tsx';

interface TagsAndNotesDialogProps {
  readonly table: MyTable;
  readonly id: number;
  readonly onClose: () => void;
}

/** The account's tags and notes of one row. */
export function TagsAndNotesDialog({ table, id, onClose }: TagsAndNotesDialogProps) {
  return (
    <TitledDialog title="Tags and notes" onClose={onClose} width="sm" actions={<Button onClick={onClose}>Close</Button>}>
      <RowTags table={table} id={id} />
      <RowNotes table={table} id={id} />
    </TitledDialog>
  );
}
