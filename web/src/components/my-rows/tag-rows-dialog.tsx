/** Adds tags to several rows; tags they have stay. */
import { MAX_ROW_TAGS, type MyTable } from '@leadloom/shared/contract/my-rows';
import { useState } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { addTags, useKnownTags, useReloadMyRows } from '../../lib/my-rows/my-rows.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { TagsField } from '../person/tags-field.tsx';

interface TagRowsDialogProps {
  readonly table: MyTable;
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function TagRowsDialog({ table, ids, onClose }: TagRowsDialogProps) {
  const { data: known = [] } = useKnownTags(table);
  const reload = useReloadMyRows();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await addTags(table, ids, tags);
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The rows could not be tagged.');
      setBusy(false);
    }
    await reload();
  }

  return (
    <FormDialog
      title={`Tag ${formatCount(ids.length)} ${ids.length === 1 ? 'row' : 'rows'}`}
      text="The tags are added to those the rows have."
      submitLabel="Add tags"
      isSubmitDisabled={isBusy || tags.length === 0}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TagsField label="Tags" known={known} values={tags} onChange={setTags} placeholder="Add a tag" limit={MAX_ROW_TAGS} />
    </FormDialog>
  );
}
