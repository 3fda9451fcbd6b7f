/** What the menu of views holds, loaded when it is first opened. */
import type { TableView } from '@leadloom/shared/contract/table-views';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { May } from '../../../components/workspace/may.tsx';
import { useKnownMe } from '../../../lib/account/use-me.ts';
import { canShare, isBy, sectionsOf, shareLabel, whoseText } from '../../../lib/workspace/mine-and-shared.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';
import type { TableViews } from './use-table-views.ts';

export type ViewDialog = 'new' | 'name' | 'delete' | 'link';

interface ViewsListProps {
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  readonly tableViews: TableViews;
  /** The open one. */
  readonly view: TableView | null;
  /** The screen shows something else than the open view keeps. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  readonly onOpen: (view: TableView) => void;
  readonly onDialog: (dialog: ViewDialog) => void;
  readonly onUpdate: (own: TableView) => void;
  /** Pins it to the sidebar, or a chart to the dashboard, or no longer. */
  readonly onPin: (own: TableView) => void;
  /** Makes it the default, or no longer. */
  readonly onDefault: (own: TableView) => void;
  /** Shares it with the workspace, or makes it private. */
  readonly onShare: (own: TableView) => void;
}

export function ViewsList(props: ViewsListProps) {
  const { anchor, tableViews, view, isChanged, onClose, onOpen, onDialog, onUpdate, onPin, onDefault, onShare } = props;
  const { views, failure } = tableViews;
  const own = view?.is_own === true ? view : null;
  const reader = useKnownMe()?.email;
  const workspace = useWorkspace();

  const choose = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': 'Views' }, paper: { sx: { maxWidth: '22rem', maxHeight: '70vh' } } }}
    >
      {views.length === 0 && <MenuItem disabled>{emptyText(tableViews)}</MenuItem>}
      {failure?.isRetrying === false && <MenuItem onClick={failure.retry}>Try again</MenuItem>}
      {sectionsOf(views, workspace.isPersonal).flatMap(({ title, entries }) => [
        ...(title === null ? [] : [<ListSubheader key={title}>{title}</ListSubheader>]),
        ...entries.map((one) => (
          <MenuItem key={one.id} selected={one.id === view?.id} onClick={choose(() => onOpen(one))}>
            <ListItemText primary={one.name} secondary={noteOf(one, workspace.isPersonal, reader)} sx={wholeName} />
          </MenuItem>
        )),
      ])}
      <Divider />
      <May needs={changing}>
        <MenuItem onClick={choose(() => onDialog('new'))}>
          {view?.is_own === false ? 'Save a copy…' : 'Save current as…'}
        </MenuItem>
      </May>
      {own !== null && (
        <May needs={changing}>
          <MenuItem disabled={!isChanged} onClick={choose(() => onUpdate(own))} sx={wholeName}>
            Update “{own.name}”
          </MenuItem>
        </May>
      )}
      {own !== null && (
        <May needs={changing}>
          <MenuItem onClick={choose(() => onDialog('name'))}>Rename…</MenuItem>
        </May>
      )}
      {own !== null && isBy(own, reader) && (
        <May needs={changing}>
          <MenuItem onClick={choose(() => onDefault(own))}>
            {own.is_default ? 'Stop using as default' : 'Use as default'}
          </MenuItem>
        </May>
      )}
      {own !== null && (
        <May needs={changing}>
          <MenuItem onClick={choose(() => onPin(own))}>
            {own.is_pinned === true ? `Unpin from ${pinPlace(own)}` : `Pin to ${pinPlace(own)}`}
          </MenuItem>
        </May>
      )}
      {own !== null && canShare(own, workspace, reader) && (
        <May needs={changing}>
          <MenuItem onClick={choose(() => onShare(own))} sx={wholeName}>
            {shareLabel(own, workspace, reader)}
          </MenuItem>
        </May>
      )}
      {view !== null && <MenuItem onClick={choose(() => onDialog('link'))}>Copy link…</MenuItem>}
      {own !== null && (
        <May needs={changing}>
          <MenuItem onClick={choose(() => onDialog('delete'))}>Delete…</MenuItem>
        </May>
      )}
    </Menu>
  );
}

export function hasChart({ chart }: TableView): boolean {
  return chart !== null && chart !== undefined;
}

function pinPlace(view: TableView): string {
  return hasChart(view) ? 'dashboard' : 'the sidebar';
}

function noteOf(view: TableView, isPersonal: boolean, reader: string | undefined): string | undefined {
  const notes = [
    ...(isPersonal ? [] : [whoseText(view, reader)]),
    ...(view.is_default ? ['Default'] : []),
    ...(hasChart(view) ? ['Chart'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' · ');
}

/** On as many lines as it needs. */
const wholeName = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

/** Shown when there are no views. */
function emptyText({ isLoading, failure }: TableViews): string {
  if (isLoading || failure?.isRetrying === true) return 'Loading…';
  return failure !== null ? 'The views could not be loaded.' : 'You have no views for this table yet.';
}
