/** Removes the selected rows from the list that is shown. Some can be put back; before all that match, it asks. */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type ChosenRows, putOnList, removeFromList, useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { May } from '../workspace/may.tsx';

interface RemoveFromListProps {
  readonly table: MyTable;
  readonly list: number;
  readonly chosen: ChosenRows;
  /** How many rows are chosen. */
  readonly count: number;
  /** The rows are no longer selected. */
  readonly onRemoved: () => void;
}

export function RemoveFromList({ table, list, chosen, count, onRemoved }: RemoveFromListProps) {
  const { data: lists = [] } = useRowLists(table);
  const reload = useReloadMyRows();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const name = lists.find(({ id }) => id === list)?.name ?? 'the list';
  const rows = rowWords(table, count);

  async function putBack(ids: readonly number[]): Promise<void> {
    try {
      const { list: now } = await putOnList(list, { ids });
      showSnackbar('success', `${name} now has ${rowWords(table, now.count)}.`);
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'The rows could not be put back.');
    }
    await reload();
  }

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await removeFromList(list, chosen);
      const undo = 'ids' in chosen ? [{ label: 'Undo', run: () => void putBack(chosen.ids) }] : [];
      showSnackbar('success', `${rows} ${count === 1 ? 'was' : 'were'} removed from ${name}.`, ...undo);
      onRemoved();
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'The rows could not be removed.');
    }
    setAsking(false);
    setBusy(false);
    await reload();
  }

  const start = () => ('ids' in chosen ? void remove() : setAsking(true));
  useScreenActions([{ label: 'Remove the selection from the list', run: start }]);

  return (
    <>
      <May needs={changing}>
        <Button size="small" disabled={isBusy} onClick={start}>
          Remove from list
        </Button>
      </May>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${rows} from ${name}?`}
          text="They stay in their table, and leave only this list."
          confirmLabel="Remove"
          isDestructive
          isWorking={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
