/**
 * Pages in an order without an index: the column store says which rows a page has, and PostgreSQL reads these rows by their ids.
 * Both read the same version of the table, or there is no page.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import { answerAs, wholeCell } from '../../../column-store/engine-answer.ts';
import type { Database } from '../../../database/database.ts';
import { engineRows, tablesOfFilters } from '../filters/engine-rows.ts';
import { type Page, readChosenPage } from '../tables.repository.ts';
import { comparesTextsByBytes, engineOrder } from './engine-order.ts';
import type { NamedChoice } from './named-choice.ts';
import type { PassedRow } from './walk-cursor.ts';

export interface SortedPart {
  /** The row before the first one to read; null: the list's beginning. */
  readonly passed: PassedRow | null;
  /** Rows to skip from there. */
  readonly skip: number;
  readonly take: number;
}

/** A page whose version is known even if it is empty. */
export interface VersionedPage extends Page {
  readonly version: number;
}

/** null: PostgreSQL has to sort. */
export type ReadSortedPage = (choice: NamedChoice, part: SortedPart) => Promise<VersionedPage | null>;

const idsSchema = z.array(z.tuple([wholeCell]));

/** @param database where rows are read; it may be a replica */
export function createEnginePages(columnStore: ColumnStore, database: Database): ReadSortedPage {
  let areTextsBytes: boolean | null = null;
  return async (choice, { passed, skip, take }) => {
    const { definition, filters } = choice;
    areTextsBytes ??= await comparesTextsByBytes(database);
    const order = engineOrder(definition, choice.order, areTextsBytes);
    const behind = passed === null ? sql`true` : order?.behind(passed);
    if (order === null || behind == null) return null;
    return columnStore.read('sort', tablesOfFilters(definition, filters), async (reading) => {
      const rows = await engineRows(database, reading, definition, filters);
      if (rows === null) return null;
      const statement = sql`select id ${rows} and ${behind} order by ${order.by} limit ${take} offset ${skip}`;
      const ids = answerAs(idsSchema, await reading.rows(statement)).map(([id]) => id);
      return readAtVersion(database, choice, ids, reading.versionOf(definition));
    });
  };
}

/** The rows, if the table has this very version where they are read. */
async function readAtVersion(
  database: Database,
  choice: NamedChoice,
  ids: readonly number[],
  version: number,
): Promise<VersionedPage | null> {
  if (ids.length === 0) return { rows: [], version, ends: null };
  const page = await readChosenPage(database, choice, ids);
  return page.version === version && page.rows.length === ids.length ? { ...page, version } : null;
}
