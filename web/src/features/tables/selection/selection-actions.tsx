/** What can be done with the selected rows of a table: some by their ids, or all that match the filters. */

import { MAX_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { ROW_IDS } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyDialog } from '../../../components/lazy-part.tsx';
import { RemoveFromList } from '../../../components/my-rows/remove-from-list.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { usePastedMatch } from '../../../lib/match/use-pasted-match.ts';
import type { ChosenRows } from '../../../lib/my-rows/change-my-rows.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { changing, exporting } from '../../../lib/workspace/needs.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { useRunningExports } from '../export/running-exports.ts';
import { useStartExport } from '../export/use-start-export.ts';
import { textValue } from '../filters/change-filters.ts';
import { listFailure } from '../rows/failure-sentence.ts';
import { readChosenRows } from './read-chosen-rows.ts';
import { rowsAsText } from './rows-as-text.ts';

const AddToListDialog = lazyDialog(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);
const TagRowsDialog = lazyDialog(async () => (await import('../../../components/my-rows/tag-rows-dialog.tsx')).TagRowsDialog);
const TagsAndNotesDialog = lazyDialog(
  async () => (await import('../../../components/my-rows/tags-and-notes-dialog.tsx')).TagsAndNotesDialog,
);
const ExportDialog = lazyDialog(async () => (await import('../export/export-dialog.tsx')).ExportDialog);

interface SelectionActionsProps {
  readonly table: TableName;
  readonly columns: readonly ColumnDefinition[];
  readonly layout: readonly ColumnLayout[];
  /** The rows of this page. */
  readonly rows: readonly TableRow[];
  readonly selected: ReadonlySet<number>;
  /** All rows that match are selected. */
  readonly isAll: boolean;
  /** The state as it is requested. */
  readonly state: TableState;
  /** Rows that match the filters; null: not known yet. */
  readonly total: number | null;
  readonly onClear: () => void;
}

/** A clipboard is not meant for more rows; a file takes them all. */
const MOST_COPIED = 1_000;

type OpenDialog = 'list' | 'tag' | 'notes' | 'export';

export function SelectionActions(props: SelectionActionsProps) {
  const { table, columns, layout, rows, selected, isAll, state, total, onClear } = props;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [isCopying, setCopying] = useState(false);
  const isExporting = useRunningExports((exports) => exports[table] !== undefined);
  const startExport = useStartExport(table);
  const ids = [...selected];
  const [only] = ids;
  const chosen: ChosenRows = isAll ? { filters: state.filters } : { ids };
  const count = isAll ? (total ?? ids.length) : ids.length;
  const canExport = isAll || ids.length <= MAX_PAGE_SIZE;
  const named = textValue(state.filters, LIST_FILTER);
  // Rows are not taken off what was pasted.
  const list = usePastedMatch(table, named) === null ? named : '';
  const isOne = !isAll && ids.length === 1;
  const close = () => setOpen(null);

  const changes = { needs: changing, isInstead: true } as const;
  useScreenActions([
    { label: 'Add the selected rows to a list', shortcut: shortcuts.addToList, ...changes, run: () => setOpen('list') },
    { label: 'Tag the selected rows', shortcut: shortcuts.addTag, ...changes, run: () => setOpen('tag') },
    ...(isOne
      ? [
          {
            label: 'Write a note on the selected row',
            shortcut: shortcuts.writeNote,
            needs: changing,
            run: () => setOpen('notes'),
          },
        ]
      : []),
    ...(canExport && !isExporting
      ? [
          {
            label: 'Export the selected rows',
            shortcut: shortcuts.exportRows,
            isInstead: true,
            needs: exporting,
            run: () => setOpen('export'),
          },
        ]
      : []),
  ]);

  async function copy(): Promise<void> {
    setCopying(true);
    try {
      const here = rows.filter(({ id }) => selected.has(id));
      const copied = here.length === count ? here : await readChosenRows(table, chosen, state.sort, MOST_COPIED);
      const isCopied = await copyText(rowsAsText(columns, copied), null);
      if (isCopied) showSnackbar('success', copiedText(copied.length, count));
    } catch (error) {
      showSnackbar('error', listFailure(error));
    } finally {
      setCopying(false);
    }
  }

  return (
    <>
      <May needs={changing}>
        <Button size="small" title={`Add to list (${keyText(shortcuts.addToList)})`} onClick={() => setOpen('list')}>
          Add to list
        </Button>
      </May>
      {list !== '' && (
        <RemoveFromList
          table={table}
          list={Number(list)}
          chosen={chosen}
          count={count}
          onRemoved={() => {
            // The button that was pressed goes at once, and a dialog that would keep the focus in it: the rows take it.
            flushSync(onClear);
            document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
          }}
        />
      )}
      <May needs={changing}>
        <Button size="small" title={`Tag (${keyText(shortcuts.addTag)})`} onClick={() => setOpen('tag')}>
          Tag
        </Button>
      </May>
      {isOne && (
        <Button size="small" onClick={() => setOpen('notes')}>
          Notes
        </Button>
      )}
      <Button size="small" disabled={isCopying} onClick={() => void copy()}>
        Copy
      </Button>
      <May needs={exporting}>
        <Button
          size="small"
          disabled={!canExport || isExporting}
          title={canExport ? undefined : `Select up to ${MAX_PAGE_SIZE} rows, or all that match.`}
          onClick={() => setOpen('export')}
        >
          Export selected
        </Button>
      </May>
      {open === 'list' && <AddToListDialog table={table} chosen={chosen} count={count} onClose={close} />}
      {open === 'tag' && <TagRowsDialog table={table} chosen={chosen} count={count} onClose={close} />}
      {open === 'notes' && only !== undefined && <TagsAndNotesDialog table={table} id={only} focused="notes" onClose={close} />}
      {open === 'export' && (
        <ExportDialog
          isOpen
          table={table}
          state={isAll ? state : { ...state, filters: { ...state.filters, [ROW_IDS]: ids.map(String) } }}
          columns={layout}
          onClose={close}
          onExport={(request) => {
            close();
            void startExport(request);
          }}
        />
      )}
    </>
  );
}

function copiedText(copied: number, chosen: number): string {
  if (copied >= Math.min(chosen, MOST_COPIED) && copied < chosen)
    return `The first ${formatCount(copied)} of ${formatCount(chosen)} rows copied. Export them to get all.`;
  return `${formatCount(copied)} ${copied === 1 ? 'row' : 'rows'} copied.`;
}
