/**
 * Pages as the API answers them. One that was written before is sent again for as long as its table has the version
 * it was read at, which is asked of the database each time: a page never outlives a change.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { databaseName } from '../data-table.ts';
import { settleOrder } from '../row-order.ts';
import { readVersions } from '../tables.repository.ts';
import { createLists, type ListedRows, type WantedRows } from './list-rows.ts';
import { nameOf } from './named-choice.ts';
import type { ListChoice } from './page-statement.ts';
import { positionOfRow } from './position.ts';
import type { PassedRow } from './walk-cursor.ts';
import { type RawCell, writeRow } from './write-row.ts';

/** Characters of all pages, and of one that is worth keeping. */
const ALL_PAGES_LIMIT = 32 * 1024 * 1024;
const PAGE_LIMIT = 256 * 1024;

interface WrittenPage {
  readonly text: string;
  readonly version: number;
  /** Its last row, where others come behind it. */
  readonly last: PassedRow | null;
}

interface WantedPage extends WantedRows {
  /** To answer beside the id; all where absent. */
  readonly fields?: readonly string[] | undefined;
}

/** Lets a page be read that is not written yet. */
type AdmitPage = (choice: ListChoice, read: () => Promise<ListedRows>) => Promise<ListedRows>;

/** @param database told of versions @param lists reads the rows */
export function createWrittenPages(database: Database, lists = createLists(database)) {
  const pages = createBoundedCache<WrittenPage>(ALL_PAGES_LIMIT, ({ text }) => text.length);
  const versionNow = batchReads(async (names: readonly string[]) => {
    const versions = await readVersions(database);
    return names.map((name) => versions.get(name));
  });

  async function page(
    wanted: WantedPage,
    version: Promise<number | undefined>,
    admit: AdmitPage = (_, read) => read(),
  ): Promise<WrittenPage> {
    const { definition, filters, sort, order, page, perPage, fields } = wanted;
    const name = nameOf([definition.name, filters, sort ?? null, order ?? null, page, perPage, ...(fields ?? [])]);
    const known = pages.get(name);
    if (known !== undefined && known.version === (await version)) return known;
    const choice = { definition, filters, order: settleOrder(definition, wanted) };
    const listed = await admit(choice, () => lists.list(wanted));
    const written = { text: writePage(wanted, listed), version: listed.version, last: lastOf(wanted, listed) };
    if (written.text.length <= PAGE_LIMIT) pages.set(name, written);
    return written;
  }

  return {
    /** The table's version at this moment; undefined where it cannot be read, whose reason the page will meet again. */
    versionNow: (definition: TableDefinition): Promise<number | undefined> =>
      versionNow(databaseName(definition)).catch(() => undefined),
    /** @param version asked for since the page was wanted */
    page,
    /** JSON of the page, as the list endpoints answer it in a session. */
    read: async (wanted: WantedPage, version: Promise<number | undefined>): Promise<string> => (await page(wanted, version)).text,
  };
}

function writePage({ definition, page, perPage, fields }: WantedPage, { rows, total }: ListedRows): string {
  return `{"data":${writeRows(definition, rows, fields)},"total":${total},"page":${page},"per_page":${perPage}}`;
}

/** JSON. @param fields to write beside the id; all where absent */
export function writeRows(
  definition: TableDefinition,
  rows: readonly (readonly RawCell[])[],
  fields: readonly string[] | undefined,
): string {
  const chosen = fields === undefined ? undefined : new Set(fields);
  return `[${rows.map((cells) => writeRow(definition, cells, chosen)).join(',')}]`;
}

function lastOf({ definition, page, perPage, ...order }: WantedPage, { rows, total }: ListedRows): PassedRow | null {
  const last = rows.at(-1);
  const hasMore = (page - 1) * perPage + rows.length < total;
  return last === undefined || !hasMore ? null : positionOfRow({ definition, order: settleOrder(definition, order) }, last);
}
