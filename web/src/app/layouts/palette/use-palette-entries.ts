/** Everything the palette can lead to: what this page knows at once, and what the server finds for a text. */
import { COLLECTED_PEOPLE, type RowList } from '@leadloom/shared/contract/my-rows';
import type { TableVisit } from '@leadloom/shared/contract/table-visits';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { useCallback, useMemo } from 'react';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import { useKnownMe } from '../../../lib/account/use-me.ts';
import { tableVisitsQuery } from '../../../lib/changed/table-visits-query.ts';
import { useRowLists } from '../../../lib/my-rows/my-rows.ts';
import { listPath, paths, recordPath, tablePath } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useOfferedActions } from '../../../lib/screen-actions.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
import { keepTypingForScreen } from '../../../lib/type-ahead.ts';
import { useSuggestions } from '../../../lib/use-suggestions.ts';
import { useViewNames, viewPath } from '../../../lib/use-view-names.ts';
import type { Owned } from '../../../lib/workspace/mine-and-shared.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { linksOf } from '../../screens.tsx';
import { requestedEntries } from './ask/requested-entries.ts';
import type { PaletteEntry } from './find-entries.ts';
import { findCompanies, findPeople } from './find-on-server.ts';
import { useWorkspaceEntries } from './use-workspace-entries.ts';

/** Shorter texts find too much to be worth asking. */
const LEAST_TEXT = 2;
const noOne = async (): Promise<readonly never[]> => [];

interface FoundEntries {
  readonly entries: readonly PaletteEntry[];
  readonly isLoading: boolean;
}

export function usePaletteEntries(text: string, onShowKeys: () => void): FoundEntries {
  const navigateTo = useNavigate();
  const navigate = useCallback(
    (path: string, state: unknown = null) => {
      keepTypingForScreen();
      void navigateTo(path, { state });
    },
    [navigateTo],
  );
  const { pathname } = useLocation();
  const user = useKnownMe();
  const actions = useOfferedActions();
  const { data: views = [] } = useViewNames();
  const { data: lists = [] } = useRowLists(undefined);
  const query = text.trim().length < LEAST_TEXT ? '' : text;
  const people = useSuggestions(query, findPeople);
  const companies = useSuggestions(query, user?.verified === true ? findCompanies : noOne);
  const isOperator = user?.is_operator === true;
  const { isPersonal } = useWorkspace();

  // Counting new rows takes time, so the visits only serve where the dashboard has loaded them.
  const { data: visits } = useQuery({ ...tableVisitsQuery, enabled: false });
  const rows = useMemo(() => requestedEntries(text, tablesFrom(pathname, visits)), [text, pathname, visits]);

  const entries = useMemo<readonly PaletteEntry[]>(() => {
    const to = (path: string) => () => navigate(path);
    const tablePaths = new Set<string>(tableNames.map(tablePath));
    const screens = [
      ...[...linksOf('main'), ...linksOf('search'), ...linksOf('more')].filter(({ path }) => !tablePaths.has(path)),
      { label: 'API documentation', path: paths.apiDocs },
      ...(isOperator ? [{ label: 'Operator', path: paths.operator }, ...linksOf('console').map(ofConsole)] : []),
    ];
    return [
      ...rows.map(
        ({ label, path, filters }): PaletteEntry => ({
          key: `rows ${path}`,
          group: 'Rows',
          label,
          isFound: true,
          choose: () => navigate(path, filters === null ? null : { filters }),
        }),
      ),
      ...actions.map(
        ({ label, shortcut, run }): PaletteEntry => ({
          key: `action ${label}`,
          group: 'This screen',
          label,
          ...(shortcut === undefined ? {} : { keys: keyText(shortcut) }),
          choose: run,
        }),
      ),
      ...screens.map(({ label, path }): PaletteEntry => ({ key: path, group: 'Screens', label, choose: to(path) })),
      { key: 'keys', group: 'Screens', label: 'Keys', keys: keyText(shortcuts.keys), choose: onShowKeys },
      ...tableNames.map((name): PaletteEntry => {
        const path = tablePath(name);
        return { key: path, group: 'Tables', label: tableByName(name).title, choose: to(path) };
      }),
      ...views.map((view): PaletteEntry => {
        const path = viewPath(view);
        return {
          key: path,
          group: groupOf('views', view, isPersonal),
          label: view.name,
          detail: tableByName(view.table).title,
          choose: to(path),
        };
      }),
      ...lists.map(
        (list): PaletteEntry => ({
          key: `list ${list.id}`,
          group: groupOf('lists', list, isPersonal),
          label: list.name,
          detail: titleOf(list),
          choose: to(listPath(list.id)),
        }),
      ),
      ...people.found.map(({ id, name, detail }): PaletteEntry => {
        const path = generatePath(paths.linkedinUser, { userId: id });
        return { key: path, group: 'Collected people', label: name, detail, isFound: true, choose: to(path) };
      }),
      ...companies.found.map(({ id, name, detail }): PaletteEntry => {
        const path = recordPath('companies', Number(id));
        return { key: path, group: 'Companies', label: name, detail, isFound: true, choose: to(path) };
      }),
    ];
  }, [navigate, onShowKeys, rows, actions, views, lists, people.found, companies.found, isOperator, isPersonal]);
  const ofWorkspaces = useWorkspaceEntries();
  return { entries: [...entries, ...ofWorkspaces], isLoading: people.isLoading || companies.isLoading };
}

/** The one on the screen first, then those visited last, then as the navigation has them. */
function tablesFrom(pathname: string, visits: readonly TableVisit[] = []): readonly TableName[] {
  const isHere = (name: TableName) => `${pathname}/`.startsWith(`${tablePath(name)}/`);
  const order = [...linksOf('main'), ...linksOf('more')].flatMap(
    ({ path }) => tableNames.find((name) => tablePath(name) === path) ?? [],
  );
  const visited = visits.map(({ table }) => table);
  const ranked = visited.flatMap((table) => order.find((name) => name === table) ?? []);
  return [...new Set([...order.filter(isHere), ...ranked, ...order])];
}

function ofConsole({ label, path }: { readonly label: string; readonly path: string }) {
  return { label: `Operator: ${label}`, path };
}

/** Those of a shared workspace are told apart by whose they are. */
function groupOf<Kind extends 'views' | 'lists'>(kind: Kind, { visibility }: Owned, isPersonal: boolean) {
  if (isPersonal || visibility === undefined) return kind === 'views' ? 'Views' : 'Lists';
  return visibility === 'workspace' ? (`Shared ${kind}` as const) : (`My ${kind}` as const);
}

function titleOf({ table }: RowList): string {
  return table === COLLECTED_PEOPLE ? 'Collected people' : tableByName(table).title;
}
