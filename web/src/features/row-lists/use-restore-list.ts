import { restoreRowList } from '@leadloom/shared/contract/my-row-changes';
import type { RowList } from '@leadloom/shared/contract/my-rows';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { listPath } from '../../lib/paths.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';

/** Brings a deleted list back, and says under which name. */
export function useRestoreList(): (list: RowList) => Promise<void> {
  const reload = useReloadMyRows();
  return async ({ id, name }) => {
    try {
      const restored = await call(restoreRowList, { params: { list_id: id } });
      const isRenamed = restored.name !== name;
      const text = isRenamed
        ? `${name} was restored as ${restored.name}, because another list has its name.`
        : `${name} was restored.`;
      showSnackbar('success', text, { label: 'Open', to: listPath(id) });
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'The list could not be restored.');
    }
    await reload();
  };
}
