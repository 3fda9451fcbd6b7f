/** Adds tags to several rows; tags they have stay. */
import { MAX_ROW_TAGS } from '@leadloom/shared/contract/my-rows';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useState } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { addTags, type ChosenRows, useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { useKnownTags } from '../../lib/my-rows/my-rows.ts';
import { showTaggedRows } from '../../lib/my-rows/show-added-rows.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { TagsField } from '../tags/tags-field.tsx';

interface TagRowsDialogProps {
  readonly table: TableName;
  readonly chosen: ChosenRows;
  /** How many rows are chosen. */
  readonly count: number;
  readonly onClose: () => void;
}

export function TagRowsDialog({ table, chosen, count, onClose }: TagRowsDialogProps) {
  const { data: known = [] } = useKnownTags(table);
  const reload = useReloadMyRows();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      showTaggedRows({ table, tags, reload, ...(await addTags(table, chosen, tags)) });
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The rows could not be tagged.');
      setBusy(false);
    }
    await reload();
  }

  return (
    <FormDialog
      title={`Tag ${rowsText(count)}`}
      text="The tags are added to those the rows have."
      submitLabel="Add tags"
      isSubmitDisabled={isBusy || tags.length === 0}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TagsField
        label="Tags"
        hasFocusFirst
        known={known}
        values={tags}
        onChange={setTags}
        placeholder="Add a tag"
        limit={MAX_ROW_TAGS}
      />
    </FormDialog>
  );
}

function rowsText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}
