/** The account's tags of rows. Those of collected people are kept with the profiles, and come from there. */
import { COLLECTED_PEOPLE, MAX_TAGGED_ROWS, type MyTable } from '@leadloom/shared/contract/my-rows';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { countTagged, countTags, lockMyRows, readTags, replaceTags } from './my-rows.repository.ts';
import { lockRow, myRowsOf, requireRow } from './named-rows.ts';
import { foldTag } from './tag-text.ts';

/** Tags of collected profiles. */
export interface PeopleTags {
  count(accountId: number): Promise<{ tag: string; count: number }[]>;
  read(accountId: number, id: number): Promise<string[]>;
  replace(accountId: number, id: number, tags: readonly string[]): Promise<void>;
}

export interface NamedRow {
  readonly table: MyTable;
  readonly id: number;
}

export function createRowTags({ database }: Platform, people: PeopleTags) {
  /** @throws {AppError} ROWS.NOT_FOUND */
  async function read(accountId: number, { table, id }: NamedRow): Promise<string[]> {
    const rows = myRowsOf(accountId, table);
    await requireRow(database, rows, id);
    return table === COLLECTED_PEOPLE ? people.read(accountId, id) : readTags(database, rows, id);
  }

  return {
    read,

    async count(accountId: number, table: MyTable): Promise<{ tag: string; count: number }[]> {
      return table === COLLECTED_PEOPLE ? people.count(accountId) : countTags(database, myRowsOf(accountId, table));
    },

    /** @throws {AppError} ROWS.NOT_FOUND, ROW_TAGS.LIMIT_REACHED */
    async replace(accountId: number, { table, id }: NamedRow, tags: readonly string[]): Promise<string[]> {
      const rows = myRowsOf(accountId, table);
      if (table === COLLECTED_PEOPLE) {
        await requireRow(database, rows, id);
        await people.replace(accountId, id, tags);
        return people.read(accountId, id);
      }
      // Of two spellings of one tag, the first is kept.
      const wanted = [...new Map(tags.toReversed().map((tag) => [foldTag(tag), tag]))].map(([folded, tag]) => ({ folded, tag }));
      return database.transaction(async (transaction) => {
        await lockRow(transaction, rows, id);
        await lockMyRows(transaction, rows);
        await lockForTransaction(transaction, `row-tags:${accountId}`);
        await replaceTags(transaction, rows, id, wanted);
        if ((await countTagged(transaction, accountId)) > MAX_TAGGED_ROWS) throw new AppError('ROW_TAGS.LIMIT_REACHED');
        return readTags(transaction, rows, id);
      });
    },
  };
}
