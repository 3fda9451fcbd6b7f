/**
 * A cache of list answers. A page is sent again as long as its table still has the version it was read at. The version is
 * read from the database for each request, so a page never outlives a change.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import { joinPage, type ListAnswer } from '../../../http/list-page.ts';
import { databaseName } from '../data-table.ts';
import { settleOrder } from '../row-order.ts';
import { readVersions } from '../tables.repository.ts';
import type { createLists, ListedRows, WantedRows } from './list-rows.ts';
import { nameOf } from './named-choice.ts';
import type { ListChoice } from './page-statement.ts';
import { positionOfRow } from './position.ts';
import type { PassedRow } from './walk-cursor.ts';
import { writeRows } from './write-row.ts';

/** Characters of all cached pages, and of one page. */
const ALL_PAGES_LIMIT = 32 * 1024 * 1024;
const PAGE_LIMIT = 256 * 1024;

interface WrittenPage extends ListAnswer {
  readonly version: number;
}

interface WantedPage extends WantedRows {
  /** To answer beside the id; all where absent. */
  readonly fields?: readonly string[] | undefined;
  /** Whether the answer names the cursor of the next page; it does not where absent. */
  readonly hasCursor?: boolean;
}

interface PageSources {
  /** Tells the versions of tables. */
  readonly database: Database;
  readonly lists: ReturnType<typeof createLists>;
  /** @param last the page's last row; null where no row follows it */
  readonly nextCursor: (choice: ListChoice, last: PassedRow | null) => string | null | undefined;
}

/** Limits how many pages are read from the database at once. */
type AdmitPage = (choice: ListChoice, read: () => Promise<ListedRows>) => Promise<ListedRows>;

export function createWrittenPages({ database, lists, nextCursor }: PageSources) {
  const pages = createBoundedCache<WrittenPage>(ALL_PAGES_LIMIT, ({ text }) => text.length);
  const versionNow = batchReads(async (names: readonly string[]) => {
    const versions = await readVersions(database);
    return names.map((name) => versions.get(name));
  });

  async function page(
    wanted: WantedPage,
    version: Promise<number | undefined>,
    admit: AdmitPage = (_, read) => read(),
  ): Promise<ListAnswer> {
    const { definition, filters, sort, order, page, perPage, fields, hasCursor = false } = wanted;
    const name = nameOf([definition.name, filters, sort ?? null, order ?? null, page, perPage, hasCursor, ...(fields ?? [])]);
    const known = pages.get(name);
    if (known !== undefined && known.version === (await version)) return known;
    const choice = { definition, filters, order: settleOrder(definition, wanted) };
    const listed = await admit(choice, () => lists.list(wanted));
    const next = hasCursor ? nextCursor(choice, lastOf(wanted, listed)) : undefined;
    const rows = writeRows(definition, listed.rows, fields);
    const written = { ...joinPage({ rows, total: listed.total, page, perPage, next }), version: listed.version };
    if (written.text.length <= PAGE_LIMIT) pages.set(name, written);
    return written;
  }

  return {
    /** The table's current version; undefined where it cannot be read: reading the page then reports the reason. */
    versionNow: (definition: TableDefinition): Promise<number | undefined> =>
      versionNow(databaseName(definition)).catch(() => undefined),
    /** @param version read after the request arrived */
    page,
  };
}

/** null: no row follows the page. */
function lastOf({ definition, page, perPage, ...order }: WantedPage, { rows, total }: ListedRows): PassedRow | null {
  const last = rows.at(-1);
  const hasMore = (page - 1) * perPage + rows.length < total;
  return last === undefined || !hasMore ? null : positionOfRow({ definition, order: settleOrder(definition, order) }, last);
}
