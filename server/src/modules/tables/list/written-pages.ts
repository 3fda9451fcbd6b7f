/**
 * A cache of list answers. The table's version is read from the database for each request. A page of that version is sent
 * again; an older one where no change since then touches its rows. So a page never outlives a change that concerns it.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import { joinPage, type ListAnswer, type ListPage } from '../../../http/list-page.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { hasUnversionedFilters } from '../filters/my-filters.ts';
import { readVersions } from '../tables.repository.ts';
import { type ReadPage, totalAfter } from './change-effect.ts';
import type { createLists, ListedRows, RequestedRows, UncountedRows } from './list-rows.ts';
import { type NamedChoice, nameChoice, nameOf } from './named-choice.ts';
import type { ListChoice } from './page-statement.ts';
import { positionOfRow } from './position.ts';
import type { RecentChanges } from './recent-changes.ts';
import { settleOrder } from './row-order.ts';
import type { PassedRow } from './walk-cursor.ts';
import { writeRows } from './write-row.ts';

/** Characters of all cached pages, and of one page. */
const ALL_PAGES_LIMIT = 32 * 1024 * 1024;
const PAGE_LIMIT = 256 * 1024;

interface WrittenPage {
  readonly version: number;
  /** The page with its rows as one text: joining a hundred for each request takes longer than the rest of it. */
  readonly parts: ListPage;
  /** The page as read; null: it has no rows, so any change may make another page of it. */
  readonly read: ReadPage | null;
}

interface RequestedPage extends RequestedRows {
  /** Fields of the response in addition to the id; all where absent. */
  readonly fields?: readonly string[] | undefined;
  /** Whether the answer names the cursor of the next page; it does not where absent. */
  readonly hasCursor?: boolean;
  /** Milliseconds; a total that takes longer is null. Where absent, the total is waited for. */
  readonly patience?: number | undefined;
}

interface PageSources {
  /** Tells the versions of tables. */
  readonly database: Database;
  readonly lists: ReturnType<typeof createLists>;
  readonly recent: RecentChanges;
  /** @param last the page's last row; null where no row follows it */
  readonly nextCursor: (choice: ListChoice, last: PassedRow | null) => string | null | undefined;
}

/** Limits how many pages are read from the database at once. */
type AdmitPage = <Rows>(choice: ListChoice, read: () => Promise<Rows>) => Promise<Rows>;

export function createWrittenPages({ database, lists, recent, nextCursor }: PageSources) {
  const pages = createBoundedCache<WrittenPage>(ALL_PAGES_LIMIT, sizeOf);
  const versionNow = batchReads(async (names: readonly string[]) => {
    const versions = await readVersions(database);
    return names.map((name) => versions.get(name));
  });

  async function page(
    wanted: RequestedPage,
    version: Promise<number | undefined>,
    admit: AdmitPage = (_, read) => read(),
  ): Promise<ListAnswer> {
    const { definition, filters, sort, order, page, perPage, fields, hasCursor = false, patience } = wanted;
    const name = nameOf([definition.name, filters, sort ?? null, order ?? null, page, perPage, hasCursor, ...(fields ?? [])]);
    const known = pages.get(name);
    const now = await version;
    if (known !== undefined && known.version === now) return joinPage(known.parts);
    const choice = nameChoice({ definition, filters, order: settleOrder(definition, wanted) });
    if (now !== undefined) {
      await recent.catchUp(definition, now);
      const valid = known === undefined ? null : await pageAt(choice, known, now);
      if (valid !== null) {
        pages.set(name, valid);
        return joinPage(valid.parts);
      }
    }
    const listed = await admit(choice, () => (patience === undefined ? lists.list(wanted) : lists.listSoon(wanted, patience)));
    if (listed.total === null) return uncounted(wanted, choice, listed);
    const next = hasCursor ? nextCursor(choice, lastOf(wanted, listed)) : undefined;
    const rows = writeRows(definition, listed.rows, fields);
    const parts = { rows: [rows.join(',')], total: listed.total, page, perPage, next };
    const written = { version: listed.version, parts, read: readPageOf(choice, listed, (page - 1) * perPage) };
    if (sizeOf(written) <= PAGE_LIMIT && !hasUnversionedFilters(filters)) pages.set(name, written);
    return joinPage(parts);
  }

  /** A page without its total is not cached: the next request may find the total counted. */
  function uncounted(wanted: RequestedPage, choice: ListChoice, { rows, isEnd }: UncountedRows): ListAnswer {
    const { definition, page, perPage, fields, hasCursor = false } = wanted;
    const last = rows.at(-1);
    const passed = last === undefined || isEnd ? null : positionOfRow(choice, last);
    const next = hasCursor ? nextCursor(choice, passed) : undefined;
    return joinPage({ rows: writeRows(definition, rows, fields), total: null, page, perPage, next });
  }

  /** The page at a version; null: its rows may be others then. */
  async function pageAt(choice: NamedChoice, known: WrittenPage, version: number): Promise<WrittenPage | null> {
    const judged = await lists.changes.between(choice, known.version, version);
    if (judged === null) return null;
    let { read } = known;
    for (const change of judged) {
      const total = read === null ? null : totalAfter(choice, read, change);
      if (read === null || total === null) return null;
      read = { ...read, total };
    }
    return { version, parts: { ...known.parts, total: read?.total ?? known.parts.total }, read };
  }

  return {
    /** The table's current version; undefined where it cannot be read: reading the page then reports the reason. */
    versionNow: (definition: TableDefinition): Promise<number | undefined> =>
      versionNow(databaseName(definition)).catch(() => undefined),
    /** @param version read after the request arrived */
    page,
  };
}

/** Characters; a page without rows takes some, too. */
function sizeOf({ parts }: WrittenPage): number {
  return 100 + (parts.rows[0]?.length ?? 0);
}

function readPageOf(choice: ListChoice, { rows, total }: ListedRows, offset: number): ReadPage | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ids = rows.map((cells) => Number(cells[choice.definition.columns.length]));
  return { ids, first: positionOfRow(choice, first), last: positionOfRow(choice, last), offset, total };
}

/** The last row of the page; null: no row follows it. */
function lastOf({ definition, page, perPage, ...order }: RequestedPage, { rows, total }: ListedRows): PassedRow | null {
  const last = rows.at(-1);
  const hasMore = (page - 1) * perPage + rows.length < total;
  return last === undefined || !hasMore ? null : positionOfRow({ definition, order: settleOrder(definition, order) }, last);
}
