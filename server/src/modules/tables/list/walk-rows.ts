/**
 * Pages that start after a row instead of at a number: one walk along an index, however far it has gone.
 * Between pages only totals are cached, so rows may change during a walk.
 */
import type { Database } from '../../../database/database.ts';
import { type Page, readGatheredPage, readPage, readVersion } from '../tables.repository.ts';
import type { ReadSortedPage, SortedPart } from './engine-page.ts';
import { hasExclusionAlone, hasSearch } from './found-rows.ts';
import { isOrderServed } from './index-walk.ts';
import type { createKnownTotals } from './known-totals.ts';
import type { NamedChoice } from './named-choice.ts';
import { isOrderOfIndex } from './page-statement.ts';
import { positionOfRow } from './position.ts';
import type { RecentChanges } from './recent-changes.ts';
import { BY_ID } from './row-order.ts';
import type { PassedRow } from './walk-cursor.ts';
import type { RawCell } from './write-row.ts';

export interface WalkedPart extends SortedPart {
  readonly isTotalRequested: boolean;
}

export interface WalkedRows {
  /** Rows in the form that `writeRow` takes. */
  readonly rows: readonly (readonly RawCell[])[];
  /** The last of them; null if there are none. */
  readonly last: PassedRow | null;
  /** Whether no row follows. */
  readonly isEnd: boolean;
  /** The total of the whole list; null if not requested. */
  readonly total: number | null;
}

interface Walking {
  readonly database: Database;
  readonly recent: RecentChanges;
  readonly totals: ReturnType<typeof createKnownTotals>;
  /** Searches that find up to this many rows read all of them at once. */
  readonly gathered: number;
  /**
   * How many rows must be read to find the requested number, if matches are spread evenly; null if reading everything the
   * search finds is cheaper.
   */
  readonly rowsToWalk: (choice: NamedChoice, wanted: number, total: number) => Promise<number | null>;
  readonly readSortedPage: ReadSortedPage;
}

/** A walk reads up to this many times the expected rows before everything the search finds is read. */
const PATIENCE = 8;

export function createWalk({ database, recent, totals, gathered, rowsToWalk, readSortedPage }: Walking) {
  async function knownTotal(choice: NamedChoice): Promise<number | null> {
    const version = await readVersion(database, choice.definition);
    await recent.catchUp(choice.definition, version);
    return totals.of(choice, version);
  }

  const totalNow = async (choice: NamedChoice) => (await knownTotal(choice)) ?? (await totals.count(choice)).total;

  /** The first rows that a search finds after the row. null: there are more than the bound. */
  async function gather(choice: NamedChoice, { passed, skip }: WalkedPart, take: number, bound: number | null) {
    const page = await readGatheredPage(database, choice, { skip, take, bound, passed });
    if (page !== null) totals.note(choice, page);
    return page;
  }

  /** A page of frequent words: its rows are among the next ones. null: they are not all. */
  async function readAmong(choice: NamedChoice, { passed, skip }: WalkedPart, take: number, among: number): Promise<Page | null> {
    if (among === 0 || !isOrderOfIndex(choice)) return null;
    const plan = { heading: 'forward', from: passed, bound: 'passed', skip, take, among } as const;
    const page = await readPage(database, choice, plan, false);
    return page.rows.length === take ? page : null;
  }

  async function readSearched(
    choice: NamedChoice,
    part: WalkedPart,
    take: number,
    among: number,
  ): Promise<[Page, number | null]> {
    const near = part.isTotalRequested ? null : await readAmong(choice, part, take, among);
    if (near !== null) return [near, null];
    // The database first finds all rows of a frequent word, even where few of them are read.
    const counted = (await knownTotal(choice)) ?? (await totals.countInStore(choice))?.total ?? null;
    const mayBeFew = counted === null ? !hasExclusionAlone(choice.definition, choice.filters) : counted <= gathered;
    const found = mayBeFew ? await gather(choice, part, take, gathered) : null;
    if (found !== null) return [found, found.total];
    const total = counted ?? (await totals.count(choice, true)).total;
    const sorted = await readSortedPage(choice, { ...part, take });
    if (sorted !== null) return [sorted, total];
    const expected = await rowsToWalk(choice, part.skip + take, total);
    if (expected !== null) {
      // Rows often come in the order of their words, so there may be no match for a long time.
      const within = choice.order.field === BY_ID ? Math.ceil(expected * PATIENCE) : undefined;
      const page = await readAlong(choice, part, take, within);
      if (within === undefined || page.rows.length === take) return [page, total];
    }
    const all = await gather(choice, part, take, null);
    if (all === null) throw new Error('rows without a bound were more than it');
    return [all, all.total];
  }

  /** @param within the maximum distance in ids; default: to the end */
  function readAlong(choice: NamedChoice, { passed, skip }: WalkedPart, take: number, within?: number): Promise<Page> {
    const limited = within === undefined ? {} : { within };
    return readPage(database, choice, { heading: 'forward', from: passed, bound: 'passed', skip, take, ...limited }, skip > 0);
  }

  /** @param among so many of the next rows are looked at first, if a search does without its total */
  return async (choice: NamedChoice, part: WalkedPart, among = 0): Promise<WalkedRows> => {
    // One more row than requested shows whether there is another page.
    const take = part.take + 1;
    const isSearch = hasSearch(choice.definition, choice.filters);
    const read = async () => (await readSortedPage(choice, { ...part, take })) ?? readAlong(choice, part, take);
    const count = async () => (part.isTotalRequested ? totalNow(choice) : null);
    const [page, total] = isSearch
      ? await readSearched(choice, part, take, among)
      : isOrderServed(choice)
        ? await Promise.all([read(), count()])
        : [await read(), await count()];
    const rows = page.rows.slice(0, part.take);
    const last = rows.at(-1);
    return {
      rows,
      last: last === undefined ? null : positionOfRow(choice, last),
      isEnd: page.rows.length <= part.take,
      total: part.isTotalRequested ? total : null,
    };
  };
}
