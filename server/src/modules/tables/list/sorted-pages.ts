/** Pages in an order without an index, where a column store sorts them. Without one, nothing of it is loaded. */
import type { ColumnStore } from '../../../column-store/column-store.ts';
import type { Database } from '../../../database/database.ts';
import type { ReadSortedPage } from './engine-page.ts';
import { hasSearch } from './found-rows.ts';
import { isOrderServed } from './index-walk.ts';
import { isOrderOfIndex } from './page-statement.ts';

/** @param database where rows are read; it may be a replica */
export function sortedPages(columnStore: ColumnStore | null, database: Database): ReadSortedPage {
  if (columnStore === null) return async () => null;
  let opened: Promise<ReadSortedPage> | null = null;
  return async (choice, part) => {
    // The index of names is of no use to a search: the database finds all its rows, and sorts them.
    if (hasSearch(choice.definition, choice.filters) ? isOrderOfIndex(choice) : isOrderServed(choice)) return null;
    opened ??= import('./engine-page.ts').then(({ createEnginePages }) => createEnginePages(columnStore, database));
    return (await opened)(choice, part);
  };
}
