/** What an expression `where` means, as the tree that everything that answers reads. Pure. */
import { isCalendarDay } from '../../domain/calendar-day.ts';
import type { ColumnDefinition, TableDefinition } from '../define-table.ts';
import { type Condition, everything, group, not, nothing, type Test } from './condition.ts';
import type { ComparisonOperator, WhereExpression, WhereValue } from './where-expression.ts';

/** The definition of the table that a link of this name leads to; null: there is no such link. */
export type LinkedTables = (link: string) => TableDefinition | null;

const DAY_MS = 86_400_000;
const SCHEME = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/**
 * @param expression one that `parseExpression` gave for this table
 * @throws {TypeError} for another one, whose columns or links the table does not have
 */
export function conditionOfWhere(expression: WhereExpression, definition: TableDefinition, links: LinkedTables): Condition {
  const columnOf = (name: string) => existing(definition.columns.find(({ field }) => field === name) ?? null, name);
  switch (expression.kind) {
    case 'all':
    case 'any':
      return group(
        expression.kind,
        expression.of.map((part) => conditionOfWhere(part, definition, links)),
      );
    case 'not':
      return not(conditionOfWhere(expression.of, definition, links));
    case 'compare': {
      const column = columnOf(expression.column);
      const { operator, value } = expression;
      if (operator === '=') return oneOf(column, [value]);
      return operator === '!=' ? not(oneOf(column, [value])) : compared(column.field, operator, value);
    }
    case 'in':
      return notIf(expression.isNegated, oneOf(columnOf(expression.column), expression.values));
    case 'between':
      return between(expression.column, expression.from, expression.to);
    case 'blank':
      return notIf(expression.isNegated, { kind: 'blank', column: expression.column });
    case 'contains':
    case 'starts':
      return expression;
    case 'search':
      return { kind: 'search', columns: searchedColumns(definition) ?? [], text: expression.text.trim(), findsAddress: true };
    case 'tag':
      return { kind: 'tag', tags: [expression.text.trim()] };
    case 'list':
      return expression;
    case 'linked': {
      const linked = existing(links(expression.link), expression.link);
      return { kind: 'linked', link: expression.link, of: conditionOfWhere(expression.of, linked, () => null) };
    }
    case 'any-linked':
      return notIf(!expression.isNegated, { kind: 'linked', link: expression.link, of: everything });
  }
}

/** The columns of the table's search; null: it has none. */
export function searchedColumns({ filters }: TableDefinition): readonly string[] | null {
  const search = filters.find(({ key }) => key === 'search_query');
  return search?.kind === 'search' ? search.columns : null;
}

function existing<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new TypeError(`${name} is neither a column nor a link of this table`);
  return value;
}

function notIf(isNegated: boolean, condition: Condition): Condition {
  return isNegated ? not(condition) : condition;
}

function oneOf({ field, kind }: ColumnDefinition, values: readonly WhereValue[]): Condition {
  if (kind === 'link') return addressOf(field, values);
  if (values.every((value) => typeof value === 'string')) {
    return { kind: 'equals', column: field, values: distinct(values.map((value) => value.trim())) };
  }
  return group(
    'any',
    distinct(values).map((value) => {
      if (typeof value !== 'boolean') return between(field, value, value);
      const isTrue: Test = { kind: 'true', column: field };
      return value ? isTrue : group('all', [not(isTrue), not({ kind: 'blank', column: field })]);
    }),
  );
}

/** Hosts and whole addresses are compared differently; the order of the values stays in each. */
function addressOf(column: string, values: readonly WhereValue[]): Condition {
  const addresses = distinct(values.map((value) => String(value).trim()));
  const kinds = ['host', 'address'] as const;
  return group(
    'any',
    kinds.flatMap((kind) => {
      const same = addresses.filter((address) => isWholeAddress(address) === (kind === 'address'));
      return same.length === 0 ? [] : [{ kind, column, values: same }];
    }),
  );
}

/** Whether there is a path, a query or a fragment behind the host. */
function isWholeAddress(address: string): boolean {
  return /[/?#]+[^/?#\s]/.test(address.replace(SCHEME, ''));
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  const known = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !known.has(text) && known.add(text);
  });
}

function between(column: string, from: WhereValue, to: WhereValue): Condition {
  if (typeof from === 'object' && typeof to === 'object') return { kind: 'days', column, from: from.day, to: to.day };
  const end = (value: WhereValue) => ({ value: Number(value), isOpen: false });
  return { kind: 'numbers', column, from: end(from), to: end(to) };
}

function compared(column: string, operator: Exclude<ComparisonOperator, '=' | '!='>, value: WhereValue): Condition {
  const isOpen = operator === '<' || operator === '>';
  const isLower = operator === '>' || operator === '>=';
  if (typeof value !== 'object') {
    const end = { value: Number(value), isOpen };
    return { kind: 'numbers', column, from: isLower ? end : null, to: isLower ? null : end };
  }
  const day = isOpen ? shifted(value.day, isLower ? 1 : -1) : value.day;
  if (day === null) return nothing;
  return { kind: 'days', column, from: isLower ? day : null, to: isLower ? null : day };
}

/** null: there is no such day in the years 1 to 9999. */
function shifted(day: string, days: number): string | null {
  const other = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  return isCalendarDay(other) ? other : null;
}
