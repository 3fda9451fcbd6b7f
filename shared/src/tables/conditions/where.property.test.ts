import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ColumnDefinition, TableDefinition } from '../define-table.ts';
import { linkedTable } from '../linked-tables.ts';
import { tableByName, tableNames } from '../tables.ts';
import { parseWhere } from './parse-where.ts';
import { expressionGroup, type WhereExpression, type WhereTerm, type WhereValue } from './where-expression.ts';
import { operatorsFor, sortable, valueFormOf } from './where-operators.ts';
import { WhereError } from './where-tokens.ts';
import { writeWhere } from './write-where.ts';

/** The same questions each time, so that a failure can be repeated. */
const seed = 1103;
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

const question = fc
  .oneof(
    ...tableNames.map(tableByName).map((definition) => {
      const [, link = null] = Object.entries(links).find(([name]) => name === definition.name) ?? [];
      return expressionOf(definition, 3, link).map((expression) => ({ definition, expression }));
    }),
  )
  .filter(({ expression }) => writeWhere(expression).length <= 4000);

it('an expression that was written is read as itself, and written the same again', () => {
  fc.assert(
    fc.property(question, ({ definition, expression }) => {
      const written = writeWhere(expression);
      const read = parseWhere(written, definition);
      expect(read.expression).toEqual(expression);
      expect(read.text).toBe(written);
      expect(parseWhere(read.text, definition).condition).toEqual(read.condition);
    }),
    { seed, numRuns: 1500 },
  );
});

it('letter case of the grammar, blanks and brackets in excess change nothing', () => {
  fc.assert(
    fc.property(question, fc.constantFrom(' ', '\t', '\n  '), ({ definition, expression }, blanks) => {
      const written = writeWhere(expression);
      // What is quoted stays.
      const parts = written.split(/("(?:[^"\\]|\\.)*")/s);
      const loud = parts
        .map((part, index) =>
          index % 2 === 1
            ? part
            : part
                .replace(/\b(?:and|or|not|in|between|is|blank|contains|starts|with|true|false)\b/g, (word) => word.toUpperCase())
                .replaceAll(' ', blanks),
        )
        .join('');
      expect(parseWhere(`(${loud})`, definition).text).toBe(written);
    }),
    { seed, numRuns: 500 },
  );
});

it('a text that cannot be read gives an error with a position in it, or behind it', () => {
  const parts = [
    ...[
      'country',
      'employee_count',
      'updated_at',
      'website',
      'people',
      'search',
      'list',
      'tag',
      'not',
      'and',
      'or',
      'in',
      'is',
      'blank',
    ],
    ...[
      'between',
      'contains',
      'starts with',
      '(',
      ')',
      ',',
      '=',
      '!=',
      '<',
      '>=',
      '"',
      '"a"',
      '\\',
      '5',
      '-1.5',
      '2026-03-31',
      '2026-02-30',
    ],
    ...['🙂', '\ud83d', '\u0000', '\n', ' ', "'", 'é', '1e5', '.', 'true'],
  ];
  const definition = tableByName('companies');
  const garbage = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((chosen) => chosen.join(' ')),
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((chosen) => chosen.join('')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    // What is almost right: one character too few, or one in excess.
    fc.tuple(question, fc.nat(), fc.constantFrom('', ...parts)).map(([{ expression }, at, other]) => {
      const letters = Array.from(writeWhere(expression));
      letters.splice(at % (letters.length + 1), 1, other);
      return letters.join('');
    }),
  );
  fc.assert(
    fc.property(garbage, (where) => {
      try {
        const { text: written } = parseWhere(where, definition);
        expect(parseWhere(written, definition).text).toBe(written);
      } catch (error) {
        if (!(error instanceof WhereError)) throw error;
        expect(error.message).toMatch(/^where: .+ at \d+$/);
        expect(error.message.endsWith(` at ${error.position}`)).toBe(true);
        expect(error.position).toBeGreaterThanOrEqual(1);
        expect(error.position).toBeLessThanOrEqual(Array.from(where).length + 1);
      }
    }),
    { seed, numRuns: 3000 },
  );
});
