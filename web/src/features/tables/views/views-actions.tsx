/** What the menu of a table's views does: open one, save the current state as one, and edit the open one. */
import type { TableView, ViewChart, ViewState } from '@leadloom/shared/contract/table-views';
import type { Visibility } from '@leadloom/shared/contract/visibility';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '../../../components/lazy-part.tsx';
import { type TableChart, viewChart } from '../../../lib/charts/table-chart.ts';
import { changePin } from '../../../lib/pins/change-pin.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { otherVisibility, sharedText } from '../../../lib/workspace/mine-and-shared.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { DeleteViewDialog } from './delete-view-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { TableViews } from './use-table-views.ts';
import { type ViewChange, type ViewChanges, viewChanges } from './view-changes.ts';
import { hasChart, type ViewDialog, ViewsList } from './views-list.tsx';

/** The menu need not wait for the code of fields. */
const ViewNameDialog = lazyDialog(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

interface ViewsActionsProps {
  readonly table: TableName;
  readonly tableViews: TableViews;
  /** The open one. */
  readonly view: TableView | null;
  /** The open one as it was when the screen showed it without changes, from which an update is made. */
  readonly base: TableView | null;
  /** The screen shows something else than the open view keeps. */
  readonly isChanged: boolean;
  /** What the screen shows. */
  readonly shown: ViewState;
  /** null: rows. */
  readonly shownChart: TableChart | null;
  /** The menu opens here; null: it is closed. */
  readonly anchor: HTMLElement | null;
  /** null: none. */
  readonly openDialog: ViewDialog | null;
  /** Opens a view as it is kept. */
  readonly onOpen: (view: TableView) => void;
  /** The screen stays as it is and now belongs to this view, or to none. */
  readonly onRename: (viewId: string | null) => void;
  /** Closes the menu. */
  readonly onClose: () => void;
  readonly onDialog: (dialog: ViewDialog | null) => void;
}

export function ViewsActions(props: ViewsActionsProps) {
  const { table, tableViews, view, base, isChanged, shown, shownChart, anchor, openDialog, onOpen, onRename, onClose, onDialog } =
    props;
  const queryClient = useQueryClient();
  const workspace = useWorkspace();
  const { create, update, remove } = viewChanges(queryClient, table);
  const closeDialog = () => onDialog(null);

  /** Does an action without a dialog and shows the outcome in a snackbar. */
  async function attempt(own: TableView, change: ViewChange, done: string): Promise<void> {
    try {
      const { kept, isMine } = await update(own, change);
      if (isMine) showSnackbar('success', done);
      else onOpen(kept);
    } catch (error) {
      showSnackbar('error', error instanceof Error ? error.message : 'An unexpected error occurred.');
    }
  }

  const chart = shownChart === null ? null : viewChart(shownChart);

  async function saveAs(name: string, visibility?: Visibility): Promise<void> {
    const created = await create(name, shown, chart, visibility);
    onRename(created.id);
  }

  const own = view?.is_own === true ? view : null;
  return (
    <>
      <ViewsList
        anchor={anchor}
        tableViews={tableViews}
        view={view}
        isChanged={isChanged}
        onClose={onClose}
        onOpen={onOpen}
        onDialog={onDialog}
        onUpdate={(own) => void attempt(base ?? own, { state: shown, ...keptChart(own, chart) }, `“${own.name}” was updated.`)}
        onPin={(own) =>
          void changePin(
            queryClient,
            { kind: 'view', id: own.id, name: own.name, isChart: hasChart(own) },
            own.is_pinned !== true,
          )
        }
        onDefault={(own) =>
          void attempt(
            own,
            { is_default: !own.is_default },
            own.is_default ? `“${own.name}” is no longer the default.` : `This table now opens with “${own.name}”.`,
          )
        }
        onShare={(own) => {
          const visibility = otherVisibility(own);
          void attempt(own, { visibility }, sharedText(own.name, { visibility }, workspace));
        }}
      />
      {openDialog === 'new' && (
        <ViewNameDialog
          title={view?.is_own === false ? 'Save a copy' : 'Save current view'}
          firstName={view?.is_own === false ? view.name : ''}
          isChart={chart !== null}
          isNew
          onSave={saveAs}
          onClose={closeDialog}
        />
      )}
      {openDialog === 'name' && own !== null && <RenameViewDialog view={own} update={update} onClose={closeDialog} />}
      {openDialog === 'link' && view !== null && <LinkDialog view={view} onClose={closeDialog} />}
      {openDialog === 'delete' && own !== null && (
        <DeleteViewDialog
          name={own.name}
          onDelete={async () => {
            await remove(own);
            onRename(null);
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

interface RenameViewDialogProps {
  readonly view: TableView;
  readonly update: ViewChanges['update'];
  readonly onClose: () => void;
}

function RenameViewDialog({ view, update, onClose }: RenameViewDialogProps) {
  /** What another member changes while the dialog is open is no part of what this change was made from. */
  const [base] = useState(view);
  return (
    <ViewNameDialog
      title="Rename view"
      firstName={base.name}
      isChart={hasChart(base)}
      onSave={async (name) => {
        await update(base, { name });
      }}
      onClose={onClose}
    />
  );
}

/** What is not said stays: a view of rows is written as before, also to a server of an earlier version. */
function keptChart(view: TableView, chart: ViewChart | null): { readonly chart?: ViewChart | null } {
  return chart === null && !hasChart(view) ? {} : { chart };
}
