/** The menu of a table's views: open one, save the current state as one, and edit the open one. */
import type { TableView, ViewState } from '@leadloom/shared/contract/table-views';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { LateMenu, latePart } from '../../../components/late-part.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { TableViews } from './use-table-views.ts';

const DeleteViewDialog = latePart(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog);
const LinkDialog = latePart(async () => (await import('./link-dialog.tsx')).LinkDialog);
const ViewNameDialog = latePart(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

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

type ViewDialog = 'new' | 'name' | 'delete' | 'link' | null;

export function ViewsMenu({ tableViews, view, isChanged, shown, onOpen, onRename }: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<ViewDialog>(null);
  const { views, failure, create, update, remove } = tableViews;

  useScreenActions([{ label: 'Save as a view', shortcut: shortcuts.saveView, run: () => setOpenDialog('new') }]);

  const choose = (action: () => void) => () => {
    setOpen(false);
    action();
  };

  /** For actions without a dialog: the outcome is shown in a snackbar. */
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
      <LateMenu
        anchorEl={button.current}
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{ list: { dense: true, 'aria-label': 'Views' }, paper: { sx: { maxWidth: '22rem', maxHeight: '70vh' } } }}
      >
        {views.length === 0 && <MenuItem disabled>{emptyText(tableViews)}</MenuItem>}
        {failure?.isRetrying === false && <MenuItem onClick={failure.retry}>Try again</MenuItem>}
        {views.map((one) => (
          <MenuItem key={one.id} selected={one.id === view?.id} onClick={choose(() => onOpen(one))}>
            <ListItemText
              primary={one.name}
              secondary={one.is_default ? 'Default' : undefined}
              sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
            />
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={choose(() => setOpenDialog('new'))}>
          {view?.is_own === false ? 'Save a copy…' : 'Save current as…'}
        </MenuItem>
        {own !== null && (
          <MenuItem
            disabled={!isChanged}
            onClick={choose(() => void attempt(update(own, { state: shown }), `“${own.name}” was updated.`))}
          >
            Update “{own.name}”
          </MenuItem>
        )}
        {own !== null && <MenuItem onClick={choose(() => setOpenDialog('name'))}>Rename…</MenuItem>}
        {own !== null && (
          <MenuItem
            onClick={choose(
              () =>
                void attempt(
                  update(own, { is_default: !own.is_default }),
                  own.is_default ? `“${own.name}” is no longer the default.` : `This table now opens with “${own.name}”.`,
                ),
            )}
          >
            {own.is_default ? 'Stop using as default' : 'Use as default'}
          </MenuItem>
        )}
        {view !== null && <MenuItem onClick={choose(() => setOpenDialog('link'))}>Copy link…</MenuItem>}
        {own !== null && <MenuItem onClick={choose(() => setOpenDialog('delete'))}>Delete…</MenuItem>}
      </LateMenu>
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

/** Shown when there are no views. */
function emptyText({ isLoading, failure }: TableViews): string {
  if (isLoading || failure?.isRetrying === true) return 'Loading…';
  return failure !== null ? 'The views could not be loaded.' : 'You have no views for this table yet.';
}
