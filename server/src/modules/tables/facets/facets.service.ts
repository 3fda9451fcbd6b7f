/**
 * Counts beside values, and summaries. All counts of an answer are of one moment, and so is its total. They are bounded like
 * sorts: by slots, by time, and by their reader's patience. What bitmaps do not tell is asked of the column store first, where there
 * is one.
 */
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Dimension } from '@leadloom/shared/tables/dimensions';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tables } from '@leadloom/shared/tables/tables';
import { readAtOneMoment } from '../../../database/read-database.ts';
import type { Platform } from '../../../platform.ts';
import { conditionBits } from '../filters/condition-bits.ts';
import { hasLinkedFilters } from '../filters/my-filters.ts';
import type { ListAnswers, MemberReader } from '../list/list-answers.ts';
import { keepTables } from '../one-moment.ts';
import { answerFacets, answerSummary } from './count-answers.ts';
import { hasBitsByKind } from './count-by-bits.ts';
import type { Counter } from './counter.ts';
import { type FacetsQuery, facetQuestion, type SummaryQuery, summaryQuestion } from './questions.ts';
import { createTableCounts } from './table-counts.ts';

/** What decides about who answers. */
interface Asked {
  readonly kind: 'facets' | 'summary';
  readonly dimensions: readonly Dimension[];
  /** The column whose numbers are measured, of which bitmaps tell nothing; null: rows are counted. */
  readonly measured: string | null;
}

export function createFacets(
  { lists, replicas, columnStore }: Pick<Platform, 'lists' | 'replicas' | 'columnStore'>,
  answers: ListAnswers,
) {
  const counts = createTableCounts(answers.crmRows);

  /** null: the database has to answer. */
  async function readInColumnStore<Result>(
    { kind, dimensions, measured }: Asked,
    definition: TableDefinition,
    filters: TableFilters,
    work: (counter: Counter<TableFilters[string]>, filters: TableFilters) => Promise<Result>,
  ): Promise<Result | null> {
    if (columnStore === null) return null;
    const isToldByBits =
      measured === null &&
      dimensions.every((dimension) => hasBitsByKind(definition, dimension)) &&
      conditionBits(definition, filterCondition(definition, filters)) !== null;
    if (isToldByBits) return null;
    const { countInColumnStore } = await import('./engine-counter.ts');
    return countInColumnStore({ columnStore, database: lists }, kind, definition, filters, (counter) => work(counter, filters));
  }

  function read<Result>(
    asked: Asked,
    definition: TableDefinition,
    query: Readonly<Record<string, unknown>>,
    reader: MemberReader,
    work: (counter: Counter<TableFilters[string]>, filters: TableFilters) => Promise<Result>,
  ): Promise<Result> {
    return answers.readAll(definition, query, reader, async (filters) => {
      const counted = await readInColumnStore(asked, definition, filters, work);
      if (counted !== null) return counted;
      const needed = hasLinkedFilters(filters) ? Object.values(tables) : [definition];
      return readAtOneMoment(lists.$client, replicas, keepTables(needed), async (connection) =>
        work(await counts.begin(connection, definition), filters),
      );
    });
  }

  return {
    /**
     * Counts the rows beside each value. @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, LIST.BUSY,
     * LIST.TOO_SLOW, SERVER.BUSY
     */
    async facets(definition: TableDefinition, query: FacetsQuery, reader: MemberReader): Promise<Facets> {
      const question = facetQuestion(definition, query);
      const asked = { kind: 'facets', dimensions: question.dimensions, measured: null } as const;
      return read(asked, definition, query, reader, (counter, filters) => answerFacets(counter, filters, question));
    },

    /**
     * Summarizes the rows. @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, LIST.BUSY, LIST.TOO_SLOW,
     * SERVER.BUSY
     */
    async summary(definition: TableDefinition, query: SummaryQuery, reader: MemberReader): Promise<Summary> {
      const question = summaryQuestion(definition, query);
      const asked = { kind: 'summary', dimensions: question.dimensions, measured: question.measured.field } as const;
      return read(asked, definition, query, reader, (counter, filters) => answerSummary(counter, filters, question));
    },
  };
}
