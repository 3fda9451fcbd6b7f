/**
 * Views as tabs: all rows, the default view, and up to five others used last, by name so that no tab moves under the
 * pointer. The rest is in the menu beside them. The arrow keys move between tabs, Enter opens one.
 */
import type { TableView } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { noteUsedView, readUsedViews } from '../../../lib/used-views.ts';
import { ownerKey } from '../../../lib/workspace/tab-workspace.ts';

interface ViewTabsProps {
  readonly table: TableName;
  readonly views: readonly TableView[];
  /** The open one. */
  readonly view: TableView | null;
  /** The screen shows something else than the open view keeps. */
  readonly isChanged: boolean;
  readonly onOpen: (view: TableView) => void;
  /** Opens the table without a view. */
  readonly onOpenAll: () => void;
}

const MAX_TABS = 5;

export function ViewTabs({ table, views, view, isChanged, onOpen, onOpenAll }: ViewTabsProps) {
  const account = ownerKey();
  const list = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState(() => readUsedViews(account, table));
  const openId = view?.id ?? null;
  useEffect(() => {
    if (openId !== null) setUsed(noteUsedView(account, table, openId));
  }, [account, table, openId]);
  const shown = tabsOf(views, view, used);

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (openId !== null) tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [openId]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = tabs.findIndex((tab) => tab.contains(document.activeElement));
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    tabs[to]?.focus();
  }

  const tab = (key: string, name: string, isOpen: boolean, open: () => void) => (
    <button key={key} type="button" role="tab" aria-selected={isOpen} tabIndex={isOpen ? 0 : -1} title={name} onClick={open}>
      {name}
      {isOpen && isChanged && ' (changed)'}
    </button>
  );
  return (
    <Tabs ref={list} role="tablist" aria-label="Views" onKeyDown={onKeyDown} data-line>
      {tab('all', 'All', view === null, onOpenAll)}
      {shown.map((one) => tab(one.id, one.name, one.id === openId, () => onOpen(one)))}
    </Tabs>
  );
}

function tabsOf(views: readonly TableView[], view: TableView | null, used: readonly string[]): readonly TableView[] {
  const first = views.filter(({ is_default }) => is_default);
  const rank = ({ id }: TableView) => (used.includes(id) ? used.indexOf(id) : used.length);
  const others = views
    .filter(({ is_default }) => !is_default)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MAX_TABS);
  // One that was just opened is a tab at once, also one that another account shared.
  const isMissing = view !== null && ![...first, ...others].some(({ id }) => id === view.id);
  const last = isMissing ? [...others.slice(0, MAX_TABS - 1), view] : others;
  return [...first, ...last.toSorted((one, other) => one.name.localeCompare(other.name))];
}

const Tabs = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'flex',
    minWidth: 0,
    alignSelf: 'stretch',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '& button': {
      flex: '0 0 auto',
      maxWidth: '14rem',
      minHeight: '2.25rem',
      padding: '0 0.625rem',
      border: 0,
      borderBottom: '2px solid transparent',
      background: 'none',
      color: palette.text.secondary,
      font: 'inherit',
      fontSize: '0.875rem',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      cursor: 'pointer',
      outlineOffset: -2,
      '&:hover': { color: palette.text.primary },
      '&[aria-selected="true"]': { color: palette.text.primary, fontWeight: 560, borderBottomColor: palette.primary.main },
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}` },
    },
  };
});
