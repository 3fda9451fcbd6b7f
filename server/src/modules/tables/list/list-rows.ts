/**
 * Pages of filtered and sorted tables with exact totals. Cached totals and positions belong to one version of a table, and
 * the statement that reads a page returns the version it read. If the versions differ, and what changed between them is
 * not known or matters, the cache is not used and the page is read again. So no total and no page is stale.
 */
import { setTimeout } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import type { Database } from '../../../database/database.ts';
import { createCrmRows } from '../filters/crm-rows.ts';
import {
  type Page,
  readCountedPage,
  readGatheredPage,
  readPage,
  readSpacedPositions,
  readVersion,
} from '../tables.repository.ts';
import { hasExclusionAlone, hasSearch } from './found-rows.ts';
import { isIndexWalk, isOrderServed } from './index-walk.ts';
import { createJudgedChanges } from './judged-changes.ts';
import { createKnownPositions } from './known-positions.ts';
import { createKnownTotals } from './known-totals.ts';
import { type NamedChoice, nameChoice } from './named-choice.ts';
import { type PagePlan, planPage, restsOnVersion } from './page-plan.ts';
import { isOrderOfIndex } from './page-statement.ts';
import type { RecentChanges } from './recent-changes.ts';
import { type RowOrder, type SettledOrder, settleOrder } from './row-order.ts';
import { sortedPages } from './sorted-pages.ts';
import { createWalk, type WalkedPart, type WalkedRows } from './walk-rows.ts';
import type { RawCell } from './write-row.ts';

/** Tries with the cache; after that, page and total are read in one statement. */
const TRIES = 3;
/** Positions noted on one long walk. */
const NOTED_POSITIONS = 32;

/** Limits in rows. */
interface ListLimits {
  /** From this offset on the total is read first: a page may be nearer to the end, or past it. */
  readonly far: number;
  /** When more rows than this are skipped, positions on the way are stored. */
  readonly longSkip: number;
  /** Searches that find up to this many rows read all of them at once, whatever the page. */
  readonly gathered: number;
  /** A plan that skips at least this many fewer rows is used. */
  readonly worthwhile: number;
  /** When more rows than this are skipped, ids are selected first. */
  readonly wholeRows: number;
  /** A search whose total takes long looks at so many rows for its page before it finds all of its own. */
  readonly among: number;
}
export const defaultListLimits: ListLimits = {
  far: 1_000,
  longSkip: 10_000,
  gathered: 10_000,
  worthwhile: 100,
  wholeRows: 200,
  among: 10_000,
};

/** The cost of searching a row for words, in rows looked up by the index. */
const READ_FOR_WORDS = 5;
export interface RequestedRows extends RowOrder {
  readonly definition: TableDefinition;
  readonly filters: TableFilters;
  /** A page number from 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface RequestedWalk extends WalkedPart {
  readonly definition: TableDefinition;
  readonly filters: TableFilters;
  readonly order: SettledOrder;
}

/** A page whose total was not known in time. */
export interface UncountedRows {
  readonly rows: readonly (readonly RawCell[])[];
  readonly total: null;
  /** Whether no row follows. */
  readonly isEnd: boolean;
}

export interface ListedRows {
  /** Rows in the form that `writeRow` takes. */
  readonly rows: readonly (readonly RawCell[])[];
  /** Rows of all pages. */
  readonly total: number;
  /** The table's version of rows and total. */
  readonly version: number;
}

/**
 * @param recent shared with others who cache what they read of the tables @param columnStore sorts without an index
 * @param crmRows shared with counts
 */
export function createLists(
  database: Database,
  recent: RecentChanges,
  limits = defaultListLimits,
  columnStore: ColumnStore | null = null,
  crmRows = createCrmRows(),
) {
  const changes = createJudgedChanges(recent);
  const totals = createKnownTotals(database, changes, columnStore, undefined, crmRows);
  const positions = createKnownPositions(changes);
  const readSortedPage = sortedPages(columnStore, database);

  /** Tries to read a page; null: the table has changed in the meantime. */
  async function tryList(choice: NamedChoice, offset: number, limit: number): Promise<ListedRows | null> {
    const { definition, filters } = choice;
    const isSearch = hasSearch(definition, filters);
    let version = recent.head(definition) ?? -1;
    let total = await totals.of(choice, version);
    if (isSearch && total === null) {
      // The database first finds all rows of a frequent word, even where only the first of them are read.
      const counted = await totals.countInStore(choice);
      if (counted !== null) {
        ({ total, version } = counted);
        await recent.catchUp(definition, version);
      }
    }
    if (total !== null && offset >= total) return pastTheEnd(choice, { total, version });
    if (isSearch && (total === null ? !hasExclusionAlone(definition, filters) : total <= limits.gathered)) {
      const gathered = await gather(choice, offset, limit, limits.gathered);
      if (gathered !== null) return gathered;
    }
    const sorted = await readSorted(choice, offset, limit);
    if (sorted !== null) return sorted;
    if (total === null && (isSearch || offset >= limits.far)) {
      ({ total, version } = await totals.count(choice, isSearch));
      await recent.catchUp(definition, version);
    }
    const planned = async () =>
      planPage({ offset, limit, total, positions: await positions.of(choice, version) }, limits.worthwhile);
    const plan = await planned();
    if (plan === null) return pastTheEnd(choice, { total, version });
    if (isSearch && total !== null && (await rowsToWalk(choice, plan.skip + plan.take, total)) === null)
      return gather(choice, offset, limit, null);
    if (plan.skip < limits.longSkip || !isIndexWalk(choice)) return readAlong(choice, plan, offset, { total, version });
    if (!(await notePositionsAlong(choice, plan, { total, version }))) return null;
    return readAlong(choice, (await planned()) ?? plan, offset, { total, version });
  }

  /** A page that the column store sorts; null: it does not, or the table has changed in the meantime. */
  async function readSorted(choice: NamedChoice, offset: number, limit: number): Promise<ListedRows | null> {
    const page = await readSortedPage(choice, { passed: null, skip: offset, take: limit });
    if (page === null) return null;
    const { rows, version } = page;
    await recent.catchUp(choice.definition, version);
    const known = await totals.of(choice, version);
    const wasLeft = hasSearch(choice.definition, choice.filters);
    const counted = known === null ? await totals.count(choice, wasLeft) : null;
    if (counted !== null) await recent.catchUp(choice.definition, counted.version);
    const total = counted?.version === version ? counted.total : await totals.of(choice, version);
    if (total === null) return null;
    await notePositions(choice, page, offset, version);
    return { rows, total, version };
  }

  /** An empty page, if the known total is still valid. null: the table has changed in the meantime. */
  async function pastTheEnd({ definition }: NamedChoice, { total, version }: Known): Promise<ListedRows | null> {
    const now = await readVersion(database, definition);
    await recent.catchUp(definition, now);
    return now === version && total !== null ? { rows: [], total, version } : null;
  }

  /** Reads a page along a plan; null: the table has changed in the meantime. */
  async function readAlong(choice: NamedChoice, plan: PagePlan, offset: number, known: Known): Promise<ListedRows | null> {
    const { definition } = choice;
    const read = () => readPage(database, choice, plan, plan.skip > limits.wholeRows);
    const count = async () => (known.total === null ? totals.count(choice) : null);
    // A sort reads one after the other, because two at once would leave half the connections to the others.
    const [page, counted] = isOrderServed(choice) ? await Promise.all([read(), count()]) : [await read(), await count()];
    const version = page.version ?? (await readVersion(database, definition));
    await recent.catchUp(definition, Math.max(version, counted?.version ?? version));
    if (restsOnVersion(plan) && !(await positions.isSameList(choice, known.version, version))) return null;
    const total = counted?.version === version ? counted.total : await totals.of(choice, version);
    // The version of an empty page is read a moment later; the page is right if it lies past the end at that version.
    if (total === null || (page.rows.length === 0 && offset < total)) return null;
    await notePositions(choice, page, offset, version);
    return { rows: page.rows, total, version };
  }

  /** Reads all rows a search finds, and the requested page of them. null: there are more than the bound. */
  async function gather(choice: NamedChoice, offset: number, limit: number, bound: number | null): Promise<ListedRows | null> {
    const page = await readGatheredPage(database, choice, { skip: offset, take: limit, bound });
    if (page === null) return null;
    const { rows, total, version } = page;
    await recent.catchUp(choice.definition, version);
    totals.note(choice, { total, version });
    await notePositions(choice, page, offset, version);
    return { rows, total, version };
  }

  /**
   * How many rows must be read to find the requested number, if matches are spread evenly; null if reading everything the
   * search finds is cheaper.
   */
  async function rowsToWalk(choice: NamedChoice, wanted: number, total: number): Promise<number | null> {
    if (!isOrderOfIndex(choice)) return null;
    const { definition, order } = choice;
    const all = nameChoice({ definition, filters: {}, order });
    const known = await totals.of(all, recent.head(definition) ?? -1);
    const rows = known ?? (await totals.count(all)).total;
    const read = (wanted * rows) / total;
    return read * READ_FOR_WORDS <= total ? read : null;
  }

  /** Stores positions along a long walk. False: the table has changed in the meantime. */
  async function notePositionsAlong(choice: NamedChoice, plan: PagePlan, { total, version }: Known): Promise<boolean> {
    const step = Math.ceil(plan.skip / NOTED_POSITIONS);
    const count = Math.floor(plan.skip / step);
    const spaced = await readSpacedPositions(database, choice, plan, step, count);
    if (spaced.version !== null) await recent.catchUp(choice.definition, spaced.version);
    if (spaced.version === null || !(await positions.isSameList(choice, version, spaced.version))) return false;
    const start = plan.from?.index ?? (plan.heading === 'forward' ? 0 : (total ?? 0) - 1);
    const sign = plan.heading === 'forward' ? 1 : -1;
    const found = spaced.positions.map((row, nth) => ({ ...row, index: start + sign * nth * step }));
    await positions.add(choice, version, found);
    return true;
  }

  async function notePositions(choice: NamedChoice, { ends, rows }: Page, offset: number, version: number): Promise<void> {
    if (offset === 0 || ends === null) return;
    const last = { ...ends.last, index: offset + rows.length - 1 };
    await positions.add(choice, version, [{ ...ends.first, index: offset }, last]);
  }

  async function list({ definition, filters, page, perPage, ...order }: RequestedRows): Promise<ListedRows> {
    const choice = nameChoice({ definition, filters, order: settleOrder(definition, order) });
    const offset = (page - 1) * perPage;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const listed = await tryList(choice, offset, perPage);
      if (listed !== null) return listed;
    }
    return readCountedPage(database, choice, offset, perPage);
  }

  async function listUncounted({ definition, filters, page, perPage, ...order }: RequestedRows): Promise<UncountedRows> {
    const choice = nameChoice({ definition, filters, order: settleOrder(definition, order) });
    const part = { passed: null, skip: (page - 1) * perPage, take: perPage, isTotalRequested: false };
    const { rows, isEnd } = await walk(choice, part, limits.among);
    return { rows, total: null, isEnd };
  }

  const walk = createWalk({ database, recent, totals, gathered: limits.gathered, rowsToWalk, readSortedPage });

  return {
    changes,

    /** The total of a list. It is valid for the version it names. */
    async total(definition: TableDefinition, filters: TableFilters, version: number | undefined): Promise<number> {
      const choice = nameChoice({ definition, filters, order: settleOrder(definition, {}) });
      const known = version === undefined ? null : await totals.of(choice, version);
      return known ?? (await totals.count(choice)).total;
    },

    /** @param order as a cursor says it, or as `settleOrder` does */
    walk({ definition, filters, order, ...part }: RequestedWalk): Promise<WalkedRows> {
      return walk(nameChoice({ definition, filters, order }), part);
    },

    list,

    /** Lists rows, without the total where page and total together take longer. @param patience milliseconds */
    async listSoon(wanted: RequestedRows, patience: number): Promise<ListedRows | UncountedRows> {
      const whole = list(wanted);
      const inTime = await Promise.race([whole, setTimeout(patience, null, { ref: false })]);
      if (inTime !== null) return inTime;
      // The later of the two is cancelled with the request; its failure concerns nobody.
      whole.catch(() => undefined);
      const uncounted = listUncounted(wanted);
      uncounted.catch(() => undefined);
      return Promise.race([whole, uncounted]);
    },
  };
}

/** The cached total, and its version. */
interface Known {
  readonly total: number | null;
  readonly version: number;
}
