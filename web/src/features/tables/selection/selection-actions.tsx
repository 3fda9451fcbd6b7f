/** What can be done with the selected rows of a table: some by their ids, or all that match the filters. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AddToListDialog } from '../../../components/my-rows/add-to-list-dialog.tsx';
import { TagRowsDialog } from '../../../components/my-rows/tag-rows-dialog.tsx';
import { TagsAndNotesDialog } from '../../../components/my-rows/tags-and-notes-dialog.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { rowsAsText } from './rows-as-text.ts';

interface SelectionActionsProps {
  readonly table: TableName;
  readonly columns: readonly ColumnDefinition[];
  /** Of this page. */
  readonly rows: readonly TableRow[];
  readonly selected: ReadonlySet<number>;
  readonly filters: TableFilters;
  /** Rows that match the filters; null: not known yet. */
  readonly total: number | null;
}

/** A selection that was made row by row is tagged row by row. */
const MOST_TAGGED = 100;

type OpenDialog = 'list' | 'all' | 'tag' | 'notes';

export function SelectionActions({ table, columns, rows, selected, filters, total }: SelectionActionsProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const ids = [...selected];
  const [only] = ids;
  const here = rows.filter(({ id }) => selected.has(id));
  const close = () => setOpen(null);

  async function copy(): Promise<void> {
    const isCopied = await copyText(rowsAsText(columns, here), null);
    if (isCopied) showSnackbar('success', `${formatCount(here.length)} ${here.length === 1 ? 'row' : 'rows'} copied.`);
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen('list')}>
        Add to list
      </Button>
      {total !== null && total > selected.size && (
        <Button size="small" onClick={() => setOpen('all')}>{`Add all ${formatCount(total)} to list`}</Button>
      )}
      <Button size="small" disabled={ids.length > MOST_TAGGED} onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {ids.length === 1 && (
        <Button size="small" onClick={() => setOpen('notes')}>
          Notes
        </Button>
      )}
      <Button size="small" disabled={here.length === 0} onClick={() => void copy()}>
        Copy
      </Button>
      {open === 'list' && <AddToListDialog table={table} chosen={{ ids }} count={ids.length} onClose={close} />}
      {open === 'all' && <AddToListDialog table={table} chosen={{ filters }} count={total ?? 0} onClose={close} />}
      {open === 'tag' && <TagRowsDialog table={table} ids={ids} onClose={close} />}
      {open === 'notes' && only !== undefined && <TagsAndNotesDialog table={table} id={only} onClose={close} />}
    </>
  );
}
