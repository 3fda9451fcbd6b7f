/**
 * One condition of an expression `where` as a row of the editor: what it is about, an operator in the words of the chips, and
 * values. Pure.
 */

import type {
  ComparisonOperator,
  WhereExpression,
  WhereTerm,
  WhereValue,
} from '@leadloom/shared/tables/conditions/where-expression';
import { sortable, type ValueForm, valueFormOf } from '@leadloom/shared/tables/conditions/where-operators';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';

/** What a condition is about: a column, the rows of a link, or what every row of the table has. */
export type Subject = `column:${string}` | `link:${string}` | 'search' | 'list' | 'tag';

export type RowOperator =
  | 'is'
  | 'not'
  | 'over'
  | 'from'
  | 'under'
  | 'to'
  | 'between'
  | 'contains'
  | 'not-contains'
  | 'starts'
  | 'not-starts'
  | 'has'
  | 'blank';

export interface Condition {
  /** null: not chosen yet. */
  readonly subject: Subject | null;
  readonly operator: RowOperator;
  /** Those of "is between" may lack an end. */
  readonly values: readonly (WhereValue | null)[];
  /** A single value that was written as a list, `country in ("Germany")`. */
  readonly isListed: boolean;
}

const comparisons: Readonly<Partial<Record<RowOperator, ComparisonOperator>>> = { over: '>', from: '>=', under: '<', to: '<=' };

/** @param column undefined: the condition is about no column of the table */
export function termOf(condition: Condition, column: ColumnDefinition | undefined): WhereExpression | null {
  const { subject, operator } = condition;
  if (subject === null) return null;
  const isNegated = operator === 'not' || operator === 'not-contains' || operator === 'not-starts';
  if (subject.startsWith('link:')) return { kind: 'any-linked', link: nameIn(subject), isNegated: operator === 'has' };
  if (subject === 'search' || subject === 'list' || subject === 'tag') {
    const [text] = condition.values;
    if (typeof text !== 'string' || text.trim() === '') return null;
    return negatedIf(isNegated, subject === 'list' ? { kind: 'list', id: text } : { kind: subject, text });
  }
  return column === undefined ? null : columnTerm(condition, column, isNegated);
}

function columnTerm(condition: Condition, { field: column }: ColumnDefinition, isNegated: boolean): WhereExpression | null {
  const { operator } = condition;
  if (operator === 'has' || operator === 'blank') return { kind: 'blank', column, isNegated: operator === 'has' };
  const values = condition.values.filter((value) => value !== null && (typeof value !== 'string' || value.trim() !== ''));
  const [first, second] = values;
  if (first === undefined || first === null) return null;
  switch (operator) {
    case 'is':
    case 'not':
      if (values.length > 1 || condition.isListed)
        return { kind: 'in', column, isNegated, values: values.filter((one) => one !== null) };
      return { kind: 'compare', column, operator: isNegated ? '!=' : '=', value: first };
    case 'between':
      if (second === undefined || second === null || sortable(first) > sortable(second)) return null;
      return { kind: 'between', column, from: first, to: second };
    case 'contains':
    case 'not-contains':
    case 'starts':
    case 'not-starts':
      if (typeof first !== 'string') return null;
      return negatedIf(isNegated, { kind: operator.endsWith('contains') ? 'contains' : 'starts', column, text: first });
    default: {
      const { [operator]: comparison } = comparisons;
      return comparison === undefined ? null : { kind: 'compare', column, operator: comparison, value: first };
    }
  }
}

function negatedIf(isNegated: boolean, term: WhereTerm): WhereExpression {
  return isNegated ? { kind: 'not', of: term } : term;
}

/** The condition that is written so; null: it takes more than a row. */
export function conditionOf(expression: WhereExpression): Condition | null {
  const isNegated = expression.kind === 'not';
  const term = isNegated ? expression.of : expression;
  const one = (subject: Subject, operator: RowOperator, values: Condition['values'] = [], isListed = false) => ({
    subject,
    operator,
    values,
    isListed,
  });
  switch (term.kind) {
    case 'contains':
    case 'starts':
      return one(`column:${term.column}`, isNegated ? `not-${term.kind}` : term.kind, [term.text]);
    case 'search':
    case 'tag':
      return one(term.kind, isNegated ? 'not' : 'is', [term.text]);
    case 'list':
      return one('list', isNegated ? 'not' : 'is', [term.id]);
    default:
  }
  if (isNegated) return null;
  switch (term.kind) {
    case 'compare':
      return one(`column:${term.column}`, operatorOf(term.operator), [term.value]);
    case 'in':
      return one(`column:${term.column}`, term.isNegated ? 'not' : 'is', term.values, term.values.length === 1);
    case 'between':
      return one(`column:${term.column}`, 'between', [term.from, term.to]);
    case 'blank':
      return one(`column:${term.column}`, term.isNegated ? 'has' : 'blank');
    case 'any-linked':
      return one(`link:${term.link}`, term.isNegated ? 'has' : 'blank');
    default:
      return null;
  }
}

function operatorOf(comparison: ComparisonOperator): RowOperator {
  switch (comparison) {
    case '=':
      return 'is';
    case '!=':
      return 'not';
    case '>':
      return 'over';
    case '>=':
      return 'from';
    case '<':
      return 'under';
    case '<=':
      return 'to';
  }
}

export function columnIn({ columns }: TableDefinition, subject: Subject | null): ColumnDefinition | undefined {
  if (subject === null || !subject.startsWith('column:')) return undefined;
  const field = nameIn(subject);
  return columns.find((column) => column.field === field);
}

/** The link's name; null: the condition is about no linked rows. */
export function linkIn(subject: Subject | null): string | null {
  return subject?.startsWith('link:') === true ? nameIn(subject) : null;
}

function nameIn(subject: Subject): string {
  return subject.slice(subject.indexOf(':') + 1);
}

const ofText = ['is', 'not', 'contains', 'not-contains', 'starts', 'not-starts', 'has', 'blank'] as const;
const ofNumbers = ['is', 'not', 'over', 'from', 'under', 'to', 'between', 'has', 'blank'] as const;
const operators: Readonly<Record<ValueForm, readonly RowOperator[]>> = {
  text: ofText,
  number: ofNumbers,
  day: ofNumbers,
  boolean: ['is', 'not', 'has', 'blank'],
};

/** The operators that mean something for what a condition is about, the most usual first. */
export function operatorsOf(subject: Subject, column: ColumnDefinition | undefined): readonly RowOperator[] {
  if (linkIn(subject) !== null) return ['has', 'blank'];
  return column === undefined ? ['is', 'not'] : operators[valueFormOf(column)];
}

const words: Readonly<Record<RowOperator, string>> = {
  is: 'is',
  not: 'is not',
  over: 'is over',
  from: 'is at least',
  under: 'is under',
  to: 'is at most',
  between: 'is between',
  contains: 'contains',
  'not-contains': 'does not contain',
  starts: 'starts with',
  'not-starts': 'does not start with',
  has: 'has a value',
  blank: 'is blank',
};
const dayWords: Readonly<Partial<Record<RowOperator, string>>> = {
  over: 'is after',
  from: 'is on or after',
  under: 'is before',
  to: 'is on or before',
};

export function operatorText(operator: RowOperator, subject: Subject, column: ColumnDefinition | undefined): string {
  const link = linkIn(subject);
  if (link !== null) return linkedText(link, operator === 'blank');
  if (subject === 'search') return operator === 'not' ? 'does not match' : 'matches';
  const own = column !== undefined && valueFormOf(column) === 'day' ? dayWords[operator] : undefined;
  return own ?? words[operator];
}

/** "has people", "has no company". */
export function linkedText(link: string, isNegated: boolean): string {
  const name = link.replaceAll('_', ' ');
  const isPlural = name.endsWith('s') || name === 'people';
  return `has ${isNegated ? 'no ' : isPlural ? '' : 'a '}${name}`;
}

/** The condition about something else. */
export function withSubject(condition: Condition, subject: Subject, column: ColumnDefinition | undefined): Condition {
  if (subject === condition.subject) return condition;
  const possible = operatorsOf(subject, column);
  const [first = 'is'] = possible;
  return { subject, operator: possible.includes(condition.operator) ? condition.operator : first, values: [], isListed: false };
}

/** The condition with another operator, and the values that mean something there, too. */
export function withOperator(condition: Condition, operator: RowOperator): Condition {
  const isSeveral = operator === 'is' || operator === 'not';
  const values = operator === 'between' || isSeveral ? condition.values : condition.values.slice(0, 1);
  const isFromBetween = condition.operator === 'between' && isSeveral;
  return {
    ...condition,
    operator,
    values:
      operator === 'has' || operator === 'blank'
        ? []
        : values.slice(0, isFromBetween ? 1 : operator === 'between' ? 2 : undefined),
    isListed: condition.isListed && isSeveral,
  };
}
