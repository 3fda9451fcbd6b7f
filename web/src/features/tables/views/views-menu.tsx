/** The menu of a table's views: open one, save the current state as one, and edit the open one. */
import type { TableView, ViewState } from '@leadloom/shared/contract/table-views';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { lazyDialog, lazyOverlay } from '../../../components/lazy-part.tsx';
import { useChangePin } from '../../../lib/pins/use-pins.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { TableViews } from './use-table-views.ts';
import type { ViewDialog } from './views-list.tsx';

const ViewsList = lazyOverlay(
  async () => (await import('./views-list.tsx')).ViewsList,
  ({ anchor }) => anchor !== null,
);
const DeleteViewDialog = lazyDialog(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog);
const LinkDialog = lazyDialog(async () => (await import('./link-dialog.tsx')).LinkDialog);
const ViewNameDialog = lazyDialog(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

interface ViewsMenuProps {
  readonly tableViews: TableViews;
  /** The open one. */
  readonly view: TableView | null;
  /** The screen shows something else than the open view keeps. */
  readonly isChanged: boolean;
  /** What the screen shows. */
  readonly shown: ViewState;
  /** Opens a view as it is kept. */
  readonly onOpen: (view: TableView) => void;
  /** The screen stays as it is and now belongs to this view, or to none. */
  readonly onRename: (viewId: string | null) => void;
}

export function ViewsMenu({ tableViews, view, isChanged, shown, onOpen, onRename }: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null);
  const { create, update, remove } = tableViews;
  const changePin = useChangePin();

  useScreenActions([{ label: 'Save as a view', shortcut: shortcuts.saveView, run: () => setOpenDialog('new') }]);

  /** Does an action without a dialog and shows the outcome in a snackbar. */
  async function attempt(work: Promise<unknown>, done: string): Promise<void> {
    try {
      await work;
      showSnackbar('success', done);
    } catch (error) {
      showSnackbar('error', error instanceof Error ? error.message : 'An unexpected error occurred.');
    }
  }

  async function saveAs(name: string): Promise<void> {
    const created = await create(name, shown);
    onRename(created.id);
  }

  const own = view?.is_own === true ? view : null;
  return (
    <>
      <Button
        ref={button}
        size="small"
        color="inherit"
        endIcon={<ExpandMoreRounded />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{ flex: 'none' }}
      >
        Views
      </Button>
      {view?.is_own === false && (
        <Button size="small" onClick={() => setOpenDialog('new')} sx={{ flex: 'none' }}>
          Save a copy
        </Button>
      )}
      <ViewsList
        anchor={isOpen ? button.current : null}
        tableViews={tableViews}
        view={view}
        isChanged={isChanged}
        onClose={() => setOpen(false)}
        onOpen={onOpen}
        onDialog={setOpenDialog}
        onUpdate={(own) => void attempt(update(own, { state: shown }), `“${own.name}” was updated.`)}
        onPin={(own) => void changePin({ kind: 'view', id: own.id, name: own.name }, own.is_pinned !== true)}
        onDefault={(own) =>
          void attempt(
            update(own, { is_default: !own.is_default }),
            own.is_default ? `“${own.name}” is no longer the default.` : `This table now opens with “${own.name}”.`,
          )
        }
      />
      {openDialog === 'new' && (
        <ViewNameDialog
          title={view?.is_own === false ? 'Save a copy' : 'Save current view'}
          firstName={view?.is_own === false ? view.name : ''}
          onSave={saveAs}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'name' && own !== null && (
        <ViewNameDialog
          title="Rename view"
          firstName={own.name}
          onSave={async (name) => {
            await update(own, { name });
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'link' && view !== null && <LinkDialog viewId={view.id} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'delete' && own !== null && (
        <DeleteViewDialog
          name={own.name}
          onDelete={async () => {
            await remove(own);
            onRename(null);
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}
