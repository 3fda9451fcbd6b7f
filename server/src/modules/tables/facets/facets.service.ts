/**
 * Counts beside values, and summaries. All counts of an answer are of one moment, and so is its total. They are bounded like
 * sorts: by slots, by time, and by their reader's patience.
 */
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tables } from '@leadloom/shared/tables/tables';
import { readAtOneMoment } from '../../../database/read-database.ts';
import type { Platform } from '../../../platform.ts';
import { hasLinkedFilters } from '../filters/my-filters.ts';
import type { ListAnswers, MemberReader } from '../list/list-answers.ts';
import { keepTables } from '../one-moment.ts';
import { answerFacets, answerSummary } from './count-answers.ts';
import type { Counter } from './counter.ts';
import { type FacetsQuery, facetQuestion, type SummaryQuery, summaryQuestion } from './questions.ts';
import { createTableCounts } from './table-counts.ts';

export function createFacets({ lists, replicas }: Pick<Platform, 'lists' | 'replicas'>, answers: ListAnswers) {
  const counts = createTableCounts();

  function read<Result>(
    definition: TableDefinition,
    query: Readonly<Record<string, unknown>>,
    reader: MemberReader,
    work: (counter: Counter<TableFilters[string]>, filters: TableFilters) => Promise<Result>,
  ): Promise<Result> {
    return answers.readAll(definition, query, reader, (filters) => {
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
      return read(definition, query, reader, (counter, filters) => answerFacets(counter, filters, question));
    },

    /**
     * Summarizes the rows. @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, LIST.BUSY, LIST.TOO_SLOW,
     * SERVER.BUSY
     */
    async summary(definition: TableDefinition, query: SummaryQuery, reader: MemberReader): Promise<Summary> {
      const question = summaryQuestion(definition, query);
      return read(definition, query, reader, (counter, filters) => answerSummary(counter, filters, question));
    },
  };
}
