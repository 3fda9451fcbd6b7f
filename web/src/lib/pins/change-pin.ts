/** Pins a list or a view to the top of the sidebar, or unpins it. Loaded at the press, because few visits change a pin. */
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import type { Pin } from '@leadloom/shared/contract/pins';
import { changeTableView, getTableView, updateTableView } from '@leadloom/shared/contract/table-views';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';
import { myRowKeys } from '../my-rows/my-row-keys.ts';
import { showSnackbar } from '../snackbar/snackbar-store.ts';
import { tabWorkspace } from '../workspace/tab-workspace.ts';
import { pinnedChartsKey } from './pinned-charts-key.ts';

interface Pinned extends Pick<Pin, 'kind' | 'id' | 'name'> {
  /** A view that opens as a chart, which stands on the dashboard, too. */
  readonly isChart?: boolean;
}

/** Shows the outcome in a snackbar. Never rejects. */
export async function changePin(
  queryClient: QueryClient,
  { kind, id, name, isChart = false }: Pinned,
  isPinned: boolean,
): Promise<void> {
  try {
    if (kind === 'list') await call(changeRowList, { params: { list_id: Number(id) }, body: { is_pinned: isPinned } });
    else if (tabWorkspace() !== null) {
      await call(changeTableView, { params: { view_id: id }, body: { is_pinned: isPinned } });
    } else {
      const { state, is_default, ...view } = await call(getTableView, { params: { view_id: id } });
      const body = { name: view.name, state, is_default, is_pinned: isPinned };
      await call(updateTableView, { params: { view_id: id }, body });
    }
    showSnackbar(
      'success',
      isPinned ? `“${name}” was pinned to the ${isChart ? 'dashboard' : 'sidebar'}.` : `“${name}” is no longer pinned.`,
    );
  } catch (error) {
    showSnackbar('error', error instanceof Error ? error.message : 'An unexpected error occurred.');
  }
  const changed = [[myRowKeys.lists], ['table-views'], ['table-view'], pinnedChartsKey];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
