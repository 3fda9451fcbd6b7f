import fc from 'fast-check';
import { expect, it } from 'vitest';
import { question } from '../../testing/where-expressions.fixture.ts';
import { tableByName } from '../tables.ts';
import { parseWhere } from './parse-where.ts';
import { WhereError } from './where-tokens.ts';
import { writeWhere } from './write-where.ts';

/** The same questions each time, so that a failure can be repeated. */
const seed = 1103;

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
