/** Which operators and values of an expression `where` mean something for a column. Pure. */
import { isCalendarDay } from '../../domain/calendar-day.ts';
import type { ColumnDefinition, ColumnKind } from '../define-table.ts';
import type { ComparisonOperator, WhereValue } from './where-expression.ts';

export type WhereOperator = ComparisonOperator | 'in' | 'not in' | 'between' | 'is' | 'contains' | 'starts with';

export const COMPARISONS: readonly ComparisonOperator[] = ['=', '!=', '<', '<=', '>', '>='];
export const WORD_OPERATORS = ['in', 'between', 'is', 'contains', 'starts'];
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,12})?$/;

export type ValueForm = 'text' | 'number' | 'day' | 'boolean';

const forms: Readonly<Record<ColumnKind, ValueForm>> = {
  text: 'text',
  'long-text': 'text',
  list: 'text',
  link: 'text',
  email: 'text',
  phone: 'text',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  money: 'number',
  date: 'day',
  time: 'day',
};
const operators: Readonly<Record<ValueForm, readonly WhereOperator[]>> = {
  text: ['=', '!=', 'in', 'not in', 'is', 'contains', 'starts with'],
  number: [...COMPARISONS, 'in', 'not in', 'between', 'is'],
  day: [...COMPARISONS, 'in', 'not in', 'between', 'is'],
  boolean: ['=', '!=', 'in', 'not in', 'is'],
};
export const expectations: Readonly<Record<ValueForm, string>> = {
  text: 'text in double quotes',
  number: 'a number',
  day: 'a day such as 2026-03-31',
  boolean: 'true or false',
};

/** The operators that mean something for the column. */
export function operatorsFor({ kind }: Pick<ColumnDefinition, 'kind'>): readonly WhereOperator[] {
  return operators[forms[kind]];
}

export function valueFormOf({ kind }: Pick<ColumnDefinition, 'kind'>): ValueForm {
  return forms[kind];
}

/** null: the text is no such value. */
export function readValue(form: Exclude<ValueForm, 'text'>, text: string): WhereValue | null {
  switch (form) {
    case 'number':
      return NUMBER.test(text) ? Number(text) + 0 : null;
    case 'day':
      return isCalendarDay(text) ? { day: text } : null;
    case 'boolean': {
      const word = text.toLowerCase();
      return word === 'true' || word === 'false' ? word === 'true' : null;
    }
  }
}

/** A number, or a day, which sort as values do. */
export function sortable(value: WhereValue): string | number {
  return typeof value === 'object' ? value.day : Number(value);
}
