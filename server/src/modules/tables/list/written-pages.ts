/**
 * Pages as the API answers them. One that was written before is sent again for as long as its table has the version
 * it was read at, which is asked of the database each time: a page never outlives a change.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { databaseName } from '../data-table.ts';
import { readVersions } from '../tables.repository.ts';
import { createLists, type ListedRows, type WantedRows } from './list-rows.ts';
import { nameOf } from './named-choice.ts';
import { writeRow } from './write-row.ts';

/** Characters of all pages, and of one that is worth keeping. */
const ALL_PAGES_LIMIT = 32 * 1024 * 1024;
const PAGE_LIMIT = 256 * 1024;

interface WrittenPage {
  readonly text: string;
  readonly version: number;
}

export function createWrittenPages(database: Database) {
  const lists = createLists(database);
  const pages = createBoundedCache<WrittenPage>(ALL_PAGES_LIMIT, ({ text }) => text.length);
  const versionNow = batchReads(async (names: readonly string[]) => {
    const versions = await readVersions(database);
    return names.map((name) => versions.get(name));
  });

  return {
    /** The table's version at this moment; undefined where it cannot be read, whose reason the page will meet again. */
    versionNow: (definition: TableDefinition): Promise<number | undefined> =>
      versionNow(databaseName(definition)).catch(() => undefined),

    /** JSON of the page, as the list endpoints answer it. @param version asked for since the page was wanted */
    async read(wanted: WantedRows, version: Promise<number | undefined>): Promise<string> {
      const { definition, filters, sort, order, page, perPage } = wanted;
      const name = nameOf([definition.name, filters, sort ?? null, order ?? null, page, perPage]);
      const known = pages.get(name);
      if (known !== undefined && known.version === (await version)) return known.text;
      const listed = await lists.list(wanted);
      const text = writePage(wanted, listed);
      if (text.length <= PAGE_LIMIT) pages.set(name, { text, version: listed.version });
      return text;
    },
  };
}

function writePage({ definition, page, perPage }: WantedRows, { rows, total }: ListedRows): string {
  const data = rows.map((cells) => writeRow(definition, cells)).join(',');
  return `{"data":[${data}],"total":${total},"page":${page},"per_page":${perPage}}`;
}
