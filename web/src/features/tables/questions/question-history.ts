/**
 * The last questions that an account asked of each table, with the totals that were found. Equal questions are one: it comes
 * to the front, with the newer total.
 */
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { parseJson } from '../../../lib/api-client/api-error.ts';
import { readQuestionText, writeQuestionText } from '../../../lib/question-storage.ts';
import { readTableFilters } from '../changed/changed-filters.ts';

export interface PastQuestion {
  /** As they were chosen, in their normal form. */
  readonly filters: TableFilters;
  readonly total: number;
}

/** Of each table. */
export const MAX_QUESTIONS = 10;

const questionSchema = z.object({
  filters: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(true)])),
  total: z.int(),
});
const storedSchema = z.object({ account: z.string(), tables: z.record(z.string(), z.array(questionSchema)) });

type Tables = Readonly<Record<string, readonly PastQuestion[]>>;

/** The last one first. */
export function readQuestions(account: string, table: TableName): readonly PastQuestion[] {
  const definition = tableByName(table);
  const questions = readTables(account)[table] ?? [];
  // Without a parameter that the table has no longer, it would be another question.
  return questions.filter(({ filters }) => keyOf(readTableFilters(definition, filters)) === keyOf(filters));
}

/** @returns the questions of the table, as the other changes do */
export function noteQuestion(account: string, table: TableName, question: PastQuestion): readonly PastQuestion[] {
  const others = readQuestions(account, table).filter(({ filters }) => keyOf(filters) !== keyOf(question.filters));
  return keep(account, table, [question, ...others].slice(0, MAX_QUESTIONS));
}

export function removeQuestion(account: string, table: TableName, removed: TableFilters): readonly PastQuestion[] {
  const left = readQuestions(account, table).filter(({ filters }) => keyOf(filters) !== keyOf(removed));
  return keep(account, table, left);
}

export function clearQuestions(account: string, table: TableName): readonly PastQuestion[] {
  return keep(account, table, []);
}

/** Equal questions have equal keys. */
export function keyOf(filters: TableFilters): string {
  return JSON.stringify(filters);
}

function keep(account: string, table: TableName, questions: readonly PastQuestion[]): readonly PastQuestion[] {
  writeQuestionText(JSON.stringify({ account, tables: { ...readTables(account), [table]: questions } }));
  return questions;
}

function readTables(account: string): Tables {
  const stored = storedSchema.safeParse(parseJson(readQuestionText()));
  return stored.success && stored.data.account === account ? stored.data.tables : {};
}
