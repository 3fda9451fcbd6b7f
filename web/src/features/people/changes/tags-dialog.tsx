/** Adds tags to the selected people and removes others, in one step. */
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { TagsField } from '../../../components/tags/tags-field.tsx';
import type { ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { useReloadMyRows } from '../../../lib/my-rows/change-my-rows.ts';
import { showTaggedPeople } from '../../../lib/my-rows/show-added-rows.ts';
import { useChangeTags } from './use-change-tags.ts';

/** The maximum for one request. */
const TAGS_AT_ONCE = 20;

interface TagsDialogProps {
  /** Number of selected people. */
  readonly count: number;
  readonly chosen: ChosenPeople;
  /** The ids of those who may be on a screen. */
  readonly shown: readonly string[];
  readonly known: readonly string[];
  readonly onClose: () => void;
}

export function TagsDialog({ count, chosen, shown, known, onClose }: TagsDialogProps) {
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const reload = useReloadMyRows();
  const changeTags = useChangeTags(({ add: tags }, answer) => {
    // Tags that were only removed are gone from the rows, which says it.
    if (tags.length > 0) showTaggedPeople({ tags, reload, ...answer });
  });

  function submit(): void {
    onClose();
    if (add.length > 0 || remove.length > 0) changeTags({ chosen, shown, add, remove });
  }

  return (
    <FormDialog
      title={count === 1 ? 'Tags for 1 person' : `Tags for ${formatCount(count)} people`}
      submitLabel="Change tags"
      isSubmitDisabled={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TagsField
        label="Add"
        known={known.filter((tag) => !remove.includes(tag))}
        values={add}
        onChange={setAdd}
        placeholder="Type a tag"
        limit={TAGS_AT_ONCE}
      />
      {known.length > 0 && (
        <TagsField
          label="Remove"
          known={known.filter((tag) => !add.includes(tag))}
          values={remove}
          onChange={setRemove}
          placeholder="Choose a tag"
          isClosed
          limit={TAGS_AT_ONCE}
        />
      )}
    </FormDialog>
  );
}
