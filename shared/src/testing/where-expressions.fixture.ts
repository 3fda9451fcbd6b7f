/** Arbitrary expressions `where`, for tests of what must be true of all of them. */
import fc from 'fast-check';
import { expressionGroup, type WhereExpression, type WhereTerm, type WhereValue } from '../tables/conditions/where-expression.ts';
import { operatorsFor, sortable, valueFormOf } from '../tables/conditions/where-operators.ts';
import { writeWhere } from '../tables/conditions/write-where.ts';
import type { ColumnDefinition, TableDefinition } from '../tables/define-table.ts';
import { linkedTable } from '../tables/linked-tables.ts';
import { tableByName, tableNames } from '../tables/tables.ts';

const links = { investors: 'last_investment', companies: 'people', people: 'company', reviews: 'company', shopify: 'reviews' };

const text = fc
  .array(fc.constantFrom('a', 'Kiln', ' ', '"', '\\', '"\\', '🙂', '(', ')', ',', 'and', 'ß', '%', '-'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .filter((joined) => joined.trim() !== '');
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => ({ day: date.toISOString().slice(0, 10) }));
const number = fc.oneof(
  fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
  fc
    .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, shift]) => Number(`${digits}e-${shift}`) + 0),
);

function valuesOf(column: ColumnDefinition): fc.Arbitrary<WhereValue> {
  const form = valueFormOf(column);
  return form === 'text' ? text : form === 'number' ? number : form === 'day' ? day : fc.boolean();
}

function comparisonOf(column: ColumnDefinition): fc.Arbitrary<WhereTerm> {
  const { field } = column;
  const value = valuesOf(column);
  const terms = operatorsFor(column).map((operator): fc.Arbitrary<WhereTerm> => {
    switch (operator) {
      case 'in':
      case 'not in':
        return fc
          .array(value, { minLength: 1, maxLength: 3 })
          .map((values) => ({ kind: 'in', column: field, isNegated: operator === 'not in', values }));
      case 'between':
        return fc.tuple(value, value).map(([one, other]) => {
          const [from, to] = sortable(one) > sortable(other) ? [other, one] : [one, other];
          return { kind: 'between', column: field, from, to };
        });
      case 'is':
        return fc.boolean().map((isNegated) => ({ kind: 'blank', column: field, isNegated }));
      case 'contains':
        return text.map((part) => ({ kind: 'contains', column: field, text: part }));
      case 'starts with':
        return text.map((part) => ({ kind: 'starts', column: field, text: part }));
      default:
        return value.map((single) => ({ kind: 'compare', column: field, operator, value: single }));
    }
  });
  return fc.oneof(...terms);
}

/** @param levels how deep it may be @param link the link of the table that may be named; null: none */
function expressionOf(definition: TableDefinition, levels: number, link: string | null): fc.Arbitrary<WhereExpression> {
  const linked = link === null ? null : linkedTable(definition, link);
  const term: fc.Arbitrary<WhereExpression> = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...definition.columns.map(comparisonOf)) },
    { weight: 1, arbitrary: text.map((typed): WhereTerm => ({ kind: 'search', text: typed })) },
    ...(link === null || linked === null
      ? []
      : [
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 9999 }).map((id): WhereTerm => ({ kind: 'list', id: String(id) })) },
          { weight: 1, arbitrary: text.map((tag): WhereTerm => ({ kind: 'tag', text: tag })) },
          { weight: 1, arbitrary: fc.boolean().map((isNegated): WhereTerm => ({ kind: 'any-linked', link, isNegated })) },
        ]),
  );
  if (levels === 0) return term;
  const part = expressionOf(definition, levels - 1, link);
  return fc.oneof(
    term,
    part.map((of): WhereExpression => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([kind, parts]) => expressionGroup(kind, parts)),
    ...(link === null || linked === null
      ? []
      : [expressionOf(linked, levels - 1, null).map((of): WhereExpression => ({ kind: 'linked', link, of }))]),
  );
}

/** A question about one of the tables, such as people can write. */
export const question = fc
  .oneof(
    ...tableNames.map(tableByName).map((definition) => {
      const [, link = null] = Object.entries(links).find(([name]) => name === definition.name) ?? [];
      return expressionOf(definition, 3, link).map((expression) => ({ definition, expression }));
    }),
  )
  .filter(({ expression }) => writeWhere(expression).length <= 4000);
