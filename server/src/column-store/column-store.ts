/**
 * What the modules see of a column store: readings of copied tables at one version. Whatever goes wrong with it, or is not there
 * yet, PostgreSQL answers.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { SQL } from 'drizzle-orm';

/** What is read, for `column_store_reads_total{kind}`. */
export type ReadKind = 'facets' | 'summary' | 'total' | 'sort' | 'export';

/** Who answered, and why not the column store: its copy is behind, it failed or was slow, or the table is not copied. */
export type AnsweredBy = 'column_store' | 'behind' | 'failed' | 'too_small';

/** A cell as JSON has it. Whole numbers of 64 bits and decimals are texts. */
export type EngineCell = string | number | null | readonly EngineCell[];

/**
 * Reads at one version of each table, and all of them as of one moment. Statements are written with `sql` of drizzle: names in
 * double quotes, values as parameters, which are texts, finite numbers, and lists of either.
 */
export interface ColumnReading {
  /**
   * The version of the table that is read: of one table that of the primary when the reading began, or a later one; of several
   * exactly those that they had at one moment after that.
   */
  versionOf(definition: TableDefinition): number;
  /** The name of the table's copy, as it follows `from` or `global in (select … from`. */
  tableOf(definition: TableDefinition): SQL;
  /** Whether a row of the copy is one of this version. Every statement has it for every table that it names. */
  isVisible(definition: TableDefinition): SQL;
  /**
   * A query that answers the known words which begin with a text, of a column of words (`copied-columns.ts`), in the column `word`;
   * some may be of no row. @param column such as `wordsOf('search_query')`
   */
  wordsBeginning(definition: TableDefinition, column: string, beginning: string): SQL;
  /** @throws {ColumnStoreFailed} */
  rows(statement: SQL): Promise<readonly (readonly EngineCell[])[]>;
  /** The rows in parts, at the pace of whoever takes them. @throws {ColumnStoreFailed} */
  stream(statement: SQL): AsyncIterable<readonly (readonly EngineCell[])[]>;
}

/** The column store did not answer, or refused. Nothing about it concerns whoever asked. */
export class ColumnStoreFailed extends Error {}

export interface ColumnStore {
  /**
   * Reads in the column store, once its copies have the versions that the tables have on the primary now; otherwise, and if it
   * fails, answers `null`: PostgreSQL has to. @param read answers null where the statement cannot say what is asked
   * @throws what `read` throws, unless it is `ColumnStoreFailed`; the signal's reason of an abortable read (`abortable-reads.ts`)
   */
  read<Result>(
    kind: ReadKind,
    definitions: readonly TableDefinition[],
    read: (reading: ColumnReading) => Promise<Result | null>,
  ): Promise<Result | null>;
}
