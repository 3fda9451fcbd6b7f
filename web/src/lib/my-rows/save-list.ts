/** Saves a change of a list of rows, over what other members may have changed meanwhile. */
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import { type RowList, rowListSchema } from '@leadloom/shared/contract/my-rows';
import { call } from '../api-client/call.ts';
import { saveOverOthers } from '../workspace/save-over-others.ts';

type ListChange = Partial<Pick<RowList, 'name' | 'note' | 'visibility'>>;

/**
 * @param list as it was when the change began
 * @returns whether the list is as it was saved here, not as another member saved it
 * @throws {ApiError}
 */
export async function saveList(list: RowList, change: ListChange): Promise<boolean> {
  const { isMine } = await saveOverOthers({
    what: 'list',
    base: list,
    change,
    schema: rowListSchema,
    describe: ({ name, note, visibility }) => [
      { label: 'Name', text: name },
      { label: 'Note', text: note },
      { label: 'Seen by', text: visibility === 'workspace' ? 'Everybody' : 'Its author' },
    ],
    send: (basedOn) => call(changeRowList, { params: { list_id: list.id }, body: { ...change, ...basedOn } }),
  });
  return isMine;
}
