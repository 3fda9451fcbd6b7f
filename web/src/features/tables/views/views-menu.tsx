/** The button of a table's menu of views. What can be done with views is loaded when it is first opened. */
import type { TableView, ViewState } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { lazyOverlay } from '../../../components/lazy-part.tsx';
import { May } from '../../../components/workspace/may.tsx';
import type { TableChart } from '../../../lib/charts/table-chart.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import type { TableViews } from './use-table-views.ts';
import type { ViewDialog } from './views-list.tsx';

const ViewsActions = lazyOverlay(
  async () => (await import('./views-actions.tsx')).ViewsActions,
  ({ anchor, openDialog }) => anchor !== null || openDialog !== null,
);

interface ViewsMenuProps {
  readonly table: TableName;
  readonly tableViews: TableViews;
  /** The open one. */
  readonly view: TableView | null;
  /** The open one as it was when the screen showed it without changes. */
  readonly base: TableView | null;
  /** The screen shows something else than the open view keeps. */
  readonly isChanged: boolean;
  /** What the screen shows. */
  readonly shown: ViewState;
  /** null: rows. */
  readonly shownChart: TableChart | null;
  /** Opens a view as it is kept. */
  readonly onOpen: (view: TableView) => void;
  /** The screen stays as it is and now belongs to this view, or to none. */
  readonly onRename: (viewId: string | null) => void;
}

export function ViewsMenu(props: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null);

  useScreenActions([{ label: 'Save as a view', shortcut: shortcuts.saveView, needs: changing, run: () => setOpenDialog('new') }]);

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
      {props.view?.is_own === false && (
        <May needs={changing}>
          <Button size="small" onClick={() => setOpenDialog('new')} sx={{ flex: 'none' }}>
            Save a copy
          </Button>
        </May>
      )}
      <ViewsActions
        {...props}
        anchor={isOpen ? button.current : null}
        openDialog={openDialog}
        onClose={() => setOpen(false)}
        onDialog={setOpenDialog}
      />
    </>
  );
}
