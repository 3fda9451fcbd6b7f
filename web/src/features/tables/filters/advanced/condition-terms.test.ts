import { parseWhere } from '@leadloom/shared/tables/conditions/parse-where';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import { tableByName } from '@leadloom/shared/tables/tables';
import { expect, it } from 'vitest';
import { columnIn, conditionOf, operatorsOf, operatorText, termOf, withOperator, withSubject } from './condition-terms.ts';
import { readNumbers } from './read-numbers.ts';

const companies = tableByName('companies');

function read(where: string) {
  return conditionOf(parseWhere(where, companies).expression) ?? expect.unreachable(`${where} is no row`);
}

function written(condition: ReturnType<typeof read>): string | null {
  const term = termOf(condition, columnIn(companies, condition.subject));
  return term === null ? null : writeWhere(term);
}

it.each([
  ['country = "Germany"', 'is'],
  ['verticals not in ("Fintech", "Gaming")', 'is not'],
  ['name contains "kiln"', 'contains'],
  ['not name contains "kiln"', 'does not contain'],
  ['not name starts with "kiln"', 'does not start with'],
  ['revenue > 10', 'is over'],
  ['revenue >= 10', 'is at least'],
  ['revenue < 10', 'is under'],
  ['revenue <= 10', 'is at most'],
  ['employee_count between 50 and 200', 'is between'],
  ['updated_at > 2026-03-31', 'is after'],
  ['updated_at <= 2026-03-31', 'is on or before'],
  ['updated_at in (2026-03-31, 2026-04-01)', 'is'],
  ['updated_at not in (2026-03-31, 2026-04-01)', 'is not'],
  ['city is blank', 'is blank'],
  ['city is not blank', 'has a value'],
  ['search("kiln")', 'matches'],
  ['not list(7)', 'is not'],
  ['people is blank', 'has no people'],
  ['store is not blank', 'has a store'],
])('%s is a row whose operator reads "%s"', (where, text) => {
  const condition = read(where);
  const { subject } = condition;
  if (subject === null) return expect.unreachable();
  const column = columnIn(companies, subject);
  expect(operatorsOf(subject, column)).toContain(condition.operator);
  expect(operatorText(condition.operator, subject, column)).toBe(text);
  expect(written(condition)).toBe(where);
});

it.each(['not revenue > 10', 'not city is blank', 'people(email is blank)'])('%s takes more than a row', (where) => {
  expect(conditionOf(parseWhere(where, companies).expression)).toBeNull();
});

it.each([
  ['country in ("Germany", "France")', 'not', 'country not in ("Germany", "France")'],
  ['country in ("Germany")', 'not', 'country not in ("Germany")'],
  ['country in ("Germany", "France")', 'contains', 'country contains "Germany"'],
  ['country = "Germany"', 'has', 'country is not blank'],
  ['employee_count between 50 and 200', 'from', 'employee_count >= 50'],
  ['employee_count between 50 and 200', 'is', 'employee_count = 50'],
  ['employee_count > 50', 'between', null],
  ['not tag("Warm")', 'is', 'tag("Warm")'],
] as const)('%s with the operator "%s" is %s', (where, operator, expected) => {
  expect(written(withOperator(read(where), operator))).toBe(expected);
});

it('another column keeps the operator where it means something, and no value', () => {
  const revenue = columnIn(companies, 'column:revenue');
  expect(withSubject(read('employee_count > 50'), 'column:revenue', revenue)).toMatchObject({ operator: 'over', values: [] });
  expect(withSubject(read('name contains "a"'), 'column:revenue', revenue)).toMatchObject({ operator: 'is', values: [] });
  expect(written(withSubject(read('city is blank'), 'column:revenue', revenue))).toBe('revenue is blank');
});

it('ends of a range in the wrong order are no condition', () => {
  expect(written({ ...read('employee_count between 50 and 200'), values: [200, 50] })).toBeNull();
  expect(written({ ...read('employee_count between 50 and 200'), values: [null, 50] })).toBeNull();
});

it.each([
  ['5', [5]],
  ['5, 7;-1.5 8', [5, 7, -1.5, 8]],
  ['1,000', [1000]],
  ['1,000, 2,5', [1000, 2, 5]],
  ['', []],
  [' 5 , ', [5]],
  ['5 x', null],
  ['1e5', null],
] as const)('"%s" is read as the numbers %o', (text, expected) => {
  expect(readNumbers(text, true)).toEqual(expected);
});

it('a field of one number takes no second', () => {
  expect(readNumbers('1,000', false)).toEqual([1000]);
  expect(readNumbers('5, 7', false)).toBeNull();
});
