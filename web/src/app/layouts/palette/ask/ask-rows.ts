/**
 * What a question in words asks of a table: `fintech not in germany over 50 employees since 2024`. Words name values of filters,
 * numbers, days, changes and linked rows, and the opposite of them; what nothing else means is searched for, if enough of the
 * rest is understood. A question that could mean two things gets no answer. Pure.
 */
import { FilterError, filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { readFilters, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { questionWords } from './ask-words.ts';
import { readQuestion } from './read-question.ts';
import { writeAsks } from './write-asks.ts';

export interface RequestedRows {
  /** The filters, with "Changed" as the address has it. */
  readonly filters: TableFilters;
  /** Words or phrases that were understood, without those that are searched for. */
  readonly understood: number;
  /** Words that are searched for. */
  readonly searched: number;
  /** The question names nothing but when rows changed. */
  readonly isChangeOnly: boolean;
  readonly isTableNamed: boolean;
}

/** With fewer, words that nothing means are more likely the name of something else. */
const ENOUGH_TO_SEARCH = 2;

/** null: it asks nothing of this table */
export function askRows(definition: TableDefinition, text: string): RequestedRows | null {
  const words = questionWords(text);
  const question = readQuestion(definition, words);
  if (question === null || question.understood === 0) return null;
  const { asks, alternatives, changed, left, understood, isTableNamed } = question;
  const search = definition.filters.find(({ kind }) => kind === 'search');
  if (left.length > 0 && (search === undefined || understood < ENOUGH_TO_SEARCH)) return null;
  const written = {
    ...writeAsks(asks, alternatives),
    ...(search === undefined || left.length === 0 ? {} : { [search.key]: left.join(' ') }),
  };
  const filters = readFilters(definition, written);
  if (Object.keys(filters).length < Object.keys(written).length || !canBeRead(definition, filters)) return null;
  const isChangeOnly = Object.keys(filters).length === 0;
  // "New" alone is more likely the name of an action.
  if (isChangeOnly && words.length === 1) return null;
  const requested = changed === null ? filters : { ...filters, [UPDATED_AFTER]: changed };
  return { filters: requested, understood, searched: left.length, isChangeOnly, isTableNamed };
}

/** The filters may contradict each other: over 200 and under 50. */
function canBeRead(definition: TableDefinition, filters: TableFilters): boolean {
  try {
    filterCondition(definition, filters);
    return true;
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}
