/** Says what was put on a list or tagged, with the way to look at it and the way to take it back. */
import { deleteRowList } from '@leadloom/shared/contract/my-row-changes';
import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import { untagProfiles } from '@leadloom/shared/contract/people-changes';
import { TAG_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { writeListItem } from '@leadloom/shared/tables/list-values';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { call } from '../api-client/call.ts';
import { listPath, paths, tablePath } from '../paths.ts';
import { type SnackbarAction, showSnackbar } from '../snackbar/snackbar-store.ts';
import { listedWords, taggedWords } from './addition-words.ts';
import { type PutRows, takeBack, takeTagsBack } from './change-my-rows.ts';
import { rowWords } from './row-words.ts';

interface AddedToList {
  readonly put: PutRows;
  /** The list was made for them: it goes with them. */
  readonly isNew: boolean;
  /** A note was written on each of the rows. */
  readonly isNoted: boolean;
  readonly reload: () => Promise<void>;
}

export function showAddedRows({ put, isNew, isNoted, reload }: AddedToList): void {
  const { list, added, alreadyOnIt } = put;
  const undo = undoAction(reload, async () => {
    const { list: now, removed } = await takeBack(put);
    if (!isNew || now.count > 0 || now.note !== '') return `${rowWords(list.table, removed)} taken off ${now.name}`;
    const params = { list_id: list.id };
    await call(deleteRowList, { params, query: {} });
    await call(deleteRowList, { params, query: { deleted: 'true' } });
    return `${rowWords(list.table, removed)} taken off ${now.name}, which is gone`;
  });
  showSnackbar(
    'success',
    listedWords(list.table, list.name, { added, others: alreadyOnIt }),
    { label: 'Open', to: listPath(list.id) },
    ...(added > 0 || isNew || isNoted ? [undo] : []),
  );
}

interface AddedTags {
  readonly tags: readonly string[];
  /** The number of chosen rows or people that got a tag. */
  readonly tagged: number;
  readonly reload: () => Promise<void>;
}

interface TaggedRows extends AddedTags {
  readonly table: TableName;
  /** Chosen rows. */
  readonly rows: number;
  readonly addition: number;
}

export function showTaggedRows({ table, rows, addition, ...added }: TaggedRows): void {
  const takeBack = () => takeTagsBack(table, addition);
  showTagged({ table, chosen: rows, open: tableWithTags(table, added.tags), takeBack, ...added });
}

interface TaggedPeople extends AddedTags {
  /** Chosen people. */
  readonly people: number;
  readonly addition: string;
}

/**
 * Says that collected people were tagged. Everybody who was chosen has all the tags, so "Open" leads to those with all of
 * them.
 */
export function showTaggedPeople({ people, addition, tags, ...added }: TaggedPeople): void {
  const takeBack = async () => (await call(untagProfiles, { body: { addition } })).people;
  // Commas between tags stay readable, as on the screen.
  const search = new URLSearchParams({ tags: tags.join(',') }).toString().replaceAll('%2C', ',');
  const open = { to: `${paths.linkedinPeople}?${search}` };
  showTagged({ table: COLLECTED_PEOPLE, chosen: people, open, takeBack, tags, ...added });
}

interface Tagged extends AddedTags {
  readonly table: MyTable;
  readonly chosen: number;
  readonly open: { readonly to: string; readonly state?: object };
  /** @returns how many are no longer tagged */
  readonly takeBack: () => Promise<number>;
}

function showTagged({ table, tags, chosen, tagged, open, takeBack, reload }: Tagged): void {
  const undo = undoAction(reload, async () => `${rowWords(table, await takeBack())} no longer tagged`);
  showSnackbar(
    'success',
    taggedWords(table, tags, { added: tagged, others: chosen - tagged }),
    { label: 'Open', ...open },
    ...(tagged > 0 ? [undo] : []),
  );
}

/** The link to all rows that carry one of the tags. */
function tableWithTags(table: TableName, tags: readonly string[]) {
  const filters = { [TAG_FILTER]: [...tags] };
  // A table that does not read its address gets them beside it.
  if (!tableByName(table).readsAddress) return { to: tablePath(table), state: { filters } };
  return { to: `${tablePath(table)}?${TAG_FILTER}=${tags.map(listItem).join(',')}` };
}

/** The value as addresses of tables have the values of a list. */
function listItem(value: string): string {
  return encodeURIComponent(writeListItem(value)).replaceAll("'", '%27');
}

/** @param run answers what was taken back */
function undoAction(reload: () => Promise<void>, run: () => Promise<string>): SnackbarAction {
  const undo = async () => {
    try {
      showSnackbar('success', await run());
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'This could not be undone.');
    }
    await reload();
  };
  return { label: 'Undo', run: () => void undo() };
}
