/** The account's tags of rows. Those of collected people are kept with the profiles, and come from there. */

import { MAX_ROWS_TAGGED_AT_ONCE, MAX_TAGGED_ROWS } from '@leadloom/shared/contract/my-row-changes';
import { COLLECTED_PEOPLE, MAX_ROW_TAGS, type MyTable } from '@leadloom/shared/contract/my-rows';
import type { TableName } from '@leadloom/shared/tables/tables';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { type ChosenRows, conditionOf, countChosen, type MatchPeople } from './chosen-rows.ts';
import {
  addTags,
  countTagged,
  countTags,
  hasRowsBeyond,
  lockMyRows,
  readTags,
  removeAddedTags,
  replaceTags,
  type StoredTag,
} from './my-rows.repository.ts';
import { lockedRows, lockRow, memberRowsOf, myRowsOf, requireRow } from './named-rows.ts';
import { foldTag } from './tag-text.ts';

/** Collected profiles, and their tags. */
export interface TaggedPeople {
  readonly match: MatchPeople;
  count(workspaceId: WorkspaceId): Promise<{ tag: string; count: number }[]>;
  read(workspaceId: WorkspaceId, id: number): Promise<string[]>;
  replace(member: Member, id: number, tags: readonly string[]): Promise<void>;
}

export interface NamedRow {
  readonly table: MyTable;
  readonly id: number;
}

interface TaggedRows extends ChosenRows {
  readonly table: TableName;
  readonly tags: readonly string[];
}

interface AddedTags {
  readonly rows: number;
  readonly tagged: number;
  readonly addition: number;
}

export function createRowTags({ config, database, now }: Platform, people: TaggedPeople) {
  /** @throws {AppError} ROWS.NOT_FOUND */
  async function read(workspaceId: WorkspaceId, { table, id }: NamedRow): Promise<string[]> {
    const rows = myRowsOf(workspaceId, table);
    await requireRow(database, rows, id);
    return table === COLLECTED_PEOPLE ? people.read(workspaceId, id) : readTags(database, rows, id);
  }

  return {
    read,

    async count(workspaceId: WorkspaceId, table: MyTable): Promise<{ tag: string; count: number }[]> {
      return table === COLLECTED_PEOPLE ? people.count(workspaceId) : countTags(database, myRowsOf(workspaceId, table));
    },

    /** @throws {AppError} ROWS.NOT_FOUND, ROW_TAGS.LIMIT_REACHED */
    async replace(member: Member, { table, id }: NamedRow, tags: readonly string[]): Promise<string[]> {
      const { workspaceId } = member;
      const rows = myRowsOf(workspaceId, table);
      if (table === COLLECTED_PEOPLE) {
        await requireRow(database, rows, id);
        await people.replace(member, id, tags);
        return people.read(workspaceId, id);
      }
      const wanted = storedTags(tags);
      return database.transaction(async (transaction) => {
        await lockRow(transaction, rows, id);
        await lockMyRows(transaction, rows);
        await lockForTransaction(transaction, `row-tags:${workspaceId}`);
        const before = await countTagged(transaction, workspaceId);
        await replaceTags(transaction, rows, id, wanted);
        const total = await countTagged(transaction, workspaceId);
        // An account with too many tags can still remove some.
        if (total > before)
          await requireRoom(transaction, workspaceId, { limit: MAX_TAGGED_ROWS, total, code: 'ROW_TAGS.LIMIT_REACHED' });
        return readTags(transaction, rows, id);
      });
    },

    /**
     * Adds tags to rows in addition to those they have. All or nothing.
     * @returns how many rows were chosen, how many of them got a tag that they did not have, and under which addition
     * @throws {AppError} as `conditionOf`, ROWS.NOT_FOUND, ROW_TAGS.TOO_MANY_ROWS, ROW_TAGS.TOO_MANY_TAGS,
     *   ROW_TAGS.LIMIT_REACHED
     */
    async add(member: Member, { table, tags, ...chosen }: TaggedRows): Promise<AddedTags> {
      const rows = memberRowsOf(member, table);
      const { workspaceId } = rows;
      return database.transaction(async (transaction) => {
        const condition = await conditionOf({ config, now }, transaction, rows, chosen, people.match);
        const count = await countChosen(transaction, rows, condition);
        if (chosen.ids !== undefined && count < new Set(chosen.ids).size) throw new AppError('ROWS.NOT_FOUND');
        if (count > MAX_ROWS_TAGGED_AT_ONCE) throw tooManyRows(count);
        const addition = await lockMyRows(transaction, rows);
        await lockForTransaction(transaction, `row-tags:${workspaceId}`);
        const counts = await addTags(transaction, rows, lockedRows(rows, condition), storedTags(tags), addition);
        if (counts.chosen > MAX_ROWS_TAGGED_AT_ONCE) throw tooManyRows(counts.chosen);
        if (await hasRowsBeyond(transaction, rows, MAX_ROW_TAGS)) throw new AppError('ROW_TAGS.TOO_MANY_TAGS');
        const total = await countTagged(transaction, workspaceId);
        await requireRoom(transaction, workspaceId, { limit: MAX_TAGGED_ROWS, total, code: 'ROW_TAGS.LIMIT_REACHED' });
        return { rows: counts.chosen, tagged: counts.tagged, addition };
      });
    },

    /** Removes the tags that one call of `add` gave to rows. @returns from how many rows */
    removeAdded(workspaceId: WorkspaceId, { table, addition }: { table: TableName; addition: number }): Promise<number> {
      const rows = myRowsOf(workspaceId, table);
      return database.transaction(async (transaction) => {
        await lockMyRows(transaction, rows);
        return removeAddedTags(transaction, rows, addition);
      });
    },
  };
}

/** The tags to store. Of two spellings of one tag, the first counts. */
function storedTags(tags: readonly string[]): StoredTag[] {
  return [...new Map(tags.toReversed().map((tag) => [foldTag(tag), tag]))].map(([folded, tag]) => ({ folded, tag }));
}

function tooManyRows(count: number): AppError {
  const [most, found] = [MAX_ROWS_TAGGED_AT_ONCE, count].map((rows) => rows.toLocaleString('en'));
  return new AppError('ROW_TAGS.TOO_MANY_ROWS', { message: `At most ${most} rows can be tagged at once. ${found} rows match.` });
}
