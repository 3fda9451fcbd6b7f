/** Changes of one row's tags, saved at once. */
import { setRowTags } from '@leadloom/shared/contract/my-row-changes';
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { useRef, useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';

interface SavedTags {
  /** What was chosen and is being saved; null: what the server has. */
  readonly chosen: readonly string[] | null;
  readonly save: (tags: readonly string[]) => Promise<void>;
}

export function useSaveTags(table: MyTable, id: number): SavedTags {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const latest = useRef(0);
  const reload = useReloadMyRows();
  return {
    chosen,
    save: async (tags) => {
      latest.current += 1;
      const own = latest.current;
      setChosen(tags);
      try {
        await call(setRowTags, { params: { table, id }, body: { tags: [...tags] } });
        await reload();
      } catch (failure) {
        showSnackbar('error', failure instanceof Error ? failure.message : 'The tags could not be saved.');
      }
      // A later choice is still being saved.
      if (own === latest.current) setChosen(null);
    },
  };
}
