/** The account's tags of one row. A change is saved at once. */

import { setRowTags } from '@leadloom/shared/contract/my-row-changes';
import { MAX_ROW_TAGS, type MyTable } from '@leadloom/shared/contract/my-rows';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows, useRowTags } from '../../lib/my-rows/change-my-rows.ts';
import { useKnownTags } from '../../lib/my-rows/my-rows.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingText } from '../loading-text.tsx';
import { TagsField } from '../person/tags-field.tsx';

interface RowTagsProps {
  readonly table: MyTable;
  readonly id: number;
  readonly hasFocusFirst?: boolean;
}

export function RowTags({ table, id, hasFocusFirst = false }: RowTagsProps) {
  const { data, error, isFetching, refetch } = useRowTags(table, id);
  const { data: known = [] } = useKnownTags(table);
  /** What was chosen and is being saved. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const reload = useReloadMyRows();

  async function save(tags: readonly string[]): Promise<void> {
    setChosen(tags);
    try {
      await call(setRowTags, { params: { table, id }, body: { tags: [...tags] } });
      await reload();
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'The tags could not be saved.');
    }
    setChosen(null);
  }

  if (data === undefined) {
    return error === null ? (
      <LoadingText>Loading tags…</LoadingText>
    ) : (
      <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <TagsField
      label="Tags"
      hasFocusFirst={hasFocusFirst}
      known={known}
      values={chosen ?? data}
      onChange={(tags) => void save(tags)}
      placeholder="Add a tag"
      limit={MAX_ROW_TAGS}
    />
  );
}
