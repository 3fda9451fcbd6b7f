/**
 * Notes the questions that are asked of a table. One counts as asked once its total has been on the screen for a moment and
 * no field of a filter is open: what is passed on the way to it, while values are chosen and letters typed, is no question.
 */
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useEffect, useState } from 'react';
import { useRowLists } from '../../../lib/my-rows/my-rows.ts';
import { ownerKey } from '../../../lib/workspace/tab-workspace.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { textValue } from '../filters/change-filters.ts';
import { useTableAnswer } from '../rows/use-table-rows.ts';
import { clearQuestions, keyOf, noteQuestion, type PastQuestion, readQuestions, removeQuestion } from './question-history.ts';

const SETTLED_MS = 1000;

interface QuestionedTable {
  readonly table: TableName;
  /** The list whose page this is; null: the screen of the table. */
  readonly list: string | null;
  /** The filters as they were chosen. */
  readonly filters: TableFilters;
  /** The state as it is requested; null: not known yet. */
  readonly requested: TableState | null;
  /** The field of a filter is open. */
  readonly isFieldOpen: boolean;
}

const nothingAsked = { filters: {}, page: 1, perPage: 10, sort: null, chart: null } as const satisfies TableState;

export function useQuestionHistory({ table, list, filters, requested, isFieldOpen }: QuestionedTable) {
  const account = ownerKey();
  const [questions, setQuestions] = useState(() => readQuestions(account, table));
  const named = textValue(filters, LIST_FILTER);
  const { data: lists = [] } = useRowLists(table, named !== '');
  // Lines that were pasted are a list without a name, which ends by itself.
  const isLasting = named === '' || lists.some(({ id }) => String(id) === named);
  const { [LIST_FILTER]: _, ...others } = filters;
  const isQuestion = Object.keys(list === null ? filters : others).length > 0;
  const answer = useTableAnswer(table, requested ?? nothingAsked);
  const isAnswered = requested !== null && answer !== undefined && keyOf(answer.state.filters) === keyOf(requested.filters);
  const total = isAnswered ? answer.total : null;
  const isAsked = isQuestion && isLasting && !isFieldOpen && total !== null;
  const key = keyOf(filters);

  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters are the same question
  useEffect(() => {
    if (!isAsked || total === null) return;
    const timer = window.setTimeout(() => setQuestions(noteQuestion(account, table, { filters, total })), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [account, table, key, total, isAsked]);

  return {
    questions: list === null ? questions : questions.filter((one) => textValue(one.filters, LIST_FILTER) === list),
    /** Other tabs note questions, too. */
    readAgain: () => setQuestions(readQuestions(account, table)),
    remove: (question: PastQuestion) => setQuestions(removeQuestion(account, table, question.filters)),
    clear: () => setQuestions(clearQuestions(account, table)),
  };
}
