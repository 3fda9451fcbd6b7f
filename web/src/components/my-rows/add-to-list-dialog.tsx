/** Puts rows on a list: one press on a list, or a name and Enter for a new one. Few rows can get a note by the way. */

import { createRowList, MAX_NOTE_LENGTH, MAX_ROWS_NOTED_AT_ONCE } from '@leadloom/shared/contract/my-row-changes';
import type { MyTable, RowList } from '@leadloom/shared/contract/my-rows';
import type { Visibility } from '@leadloom/shared/contract/visibility';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import { useState } from 'react';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { type ChosenRows, putOnList, useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { showAddedRows } from '../../lib/my-rows/show-added-rows.ts';
import { sectionsOf, whoseText } from '../../lib/workspace/mine-and-shared.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { TitledDialog } from '../dialogs/titled-dialog.tsx';
import { FormField } from '../form-field.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingText } from '../loading-text.tsx';
import { Notice } from '../notice.tsx';
import { VisibilityField } from '../workspace/visibility-field.tsx';

interface AddToListDialogProps {
  readonly table: MyTable;
  readonly chosen: ChosenRows;
  /** How many rows are chosen. */
  readonly count: number;
  readonly onClose: () => void;
}

export function AddToListDialog({ table, chosen, count, onClose }: AddToListDialogProps) {
  const { data, error, isFetching, refetch } = useRowLists(table);
  const reload = useReloadMyRows();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const { isPersonal } = useWorkspace();
  const reader = useKnownMe()?.email;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** @param existing null: a new list of the typed name */
  async function put(existing: RowList | null): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const list = existing ?? (await call(createRowList, { body: { name, table, ...(isPersonal ? {} : { visibility }) } }));
      showAddedRows({
        put: await putOnList(list.id, chosen, note),
        isNew: existing === null,
        isNoted: note.trim() !== '',
        reload,
      });
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The rows could not be put on the list.');
      setBusy(false);
    }
    await reload();
  }

  return (
    <TitledDialog
      title="Add to list"
      text={rowWords(table, count)}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() !== '' && !isBusy) void put(null);
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy || name.trim() === ''}>
            Create
          </Button>
        </>
      }
    >
      {data === undefined && error === null && <LoadingText>Loading lists…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && data.length > 0 && (
        <List dense disablePadding aria-label="Lists" sx={{ maxHeight: '40vh', overflowY: 'auto' }}>
          {sectionsOf(data, isPersonal).flatMap(({ title, entries }) => [
            ...(title === null ? [] : [<ListSubheader key={title}>{title}</ListSubheader>]),
            ...entries.map((list) => (
              <ListItemButton key={list.id} disabled={isBusy} onClick={() => void put(list)}>
                <ListItemText
                  primary={list.name}
                  secondary={`${rowWords(table, list.count)}${isPersonal ? '' : ` · ${whoseText(list, reader)}`}`}
                />
              </ListItemButton>
            )),
          ])}
        </List>
      )}
      <FormField label="New list" name="list" hasFocusFirst value={name} onChange={setName} maxLength={80} />
      {name.trim() !== '' && <VisibilityField visibility={visibility} onChange={setVisibility} />}
      {'ids' in chosen && count <= MAX_ROWS_NOTED_AT_ONCE && (
        <FormField
          label={count === 1 ? 'Note on the row' : 'Note on each row'}
          name="note"
          value={note}
          onChange={setNote}
          maxLength={MAX_NOTE_LENGTH}
        />
      )}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </TitledDialog>
  );
}
