/** The account's tags of one row. A change is saved at once. */
import { MAX_ROW_TAGS, type MyTable } from '@leadloom/shared/contract/my-rows';
import { useRowTags } from '../../lib/my-rows/change-my-rows.ts';
import { useKnownTags } from '../../lib/my-rows/my-rows.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { useMay } from '../../lib/workspace/use-may.ts';
import { Loaded } from '../loaded.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { ShownTags } from './shown-tags.tsx';
import { useSaveTags } from './use-save-tags.ts';

interface RowTagsProps {
  readonly table: MyTable;
  readonly id: number;
  readonly hasFocusFirst?: boolean;
}

export function RowTags({ table, id, hasFocusFirst = false }: RowTagsProps) {
  const query = useRowTags(table, id);
  const { data: known = [] } = useKnownTags(table);
  const { chosen, save } = useSaveTags(table, id);
  const isRefused = useMay(changing) !== null;

  return (
    <Loaded query={query} loading="Loading tags…">
      {(tags) =>
        isRefused ? (
          <ShownTags tags={tags} />
        ) : (
          <TagsField
            label="Tags"
            hasFocusFirst={hasFocusFirst}
            known={known}
            values={chosen ?? tags}
            onChange={(next) => void save(next)}
            placeholder="Add a tag"
            limit={MAX_ROW_TAGS}
          />
        )
      }
    </Loaded>
  );
}
