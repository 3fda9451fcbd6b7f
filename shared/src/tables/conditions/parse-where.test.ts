import { describe, expect, it } from 'vitest';
import { companies } from '../companies.ts';
import { defineTable, type TableDefinition } from '../define-table.ts';
import { people } from '../people.ts';
import { shopify } from '../shopify.ts';
import { tableByName, tableNames } from '../tables.ts';
import { type Condition, everything, group, not, nothing, type Test } from './condition.ts';
import { parseWhere } from './parse-where.ts';
import { searchedColumns } from './where-condition.ts';
import { WhereError } from './where-tokens.ts';

const parse = (text: string, definition: TableDefinition = companies) => parseWhere(text, definition);
const meaning = (text: string, definition?: TableDefinition) => parse(text, definition).condition;
const normal = (text: string, definition?: TableDefinition) => parse(text, definition).text;

function problem(text: string, definition?: TableDefinition): string {
  try {
    return `was read as ${normal(text, definition)}`;
  } catch (error) {
    if (error instanceof WhereError) return error.message;
    throw error;
  }
}

const is = (column: string, ...values: string[]): Test => ({ kind: 'equals', column, values });
const blank = (column: string): Test => ({ kind: 'blank', column });
const closed = (value: number) => ({ value, isOpen: false });
const open = (value: number) => ({ value, isOpen: true });
type End = ReturnType<typeof closed> | null;
const numbers = (column: string, from: End, to: End): Test => ({ kind: 'numbers', column, from, to });
const days = (column: string, from: string | null, to: string | null): Test => ({ kind: 'days', column, from, to });
const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
const linked = (link: string, of: Condition): Test => ({ kind: 'linked', link, of });

const searched = (definition: TableDefinition) => searchedColumns(definition) ?? [];

const germany = is('country', 'Germany');
const big = numbers('employee_count', closed(50), null);

describe('what an expression means', () => {
  const isInvestor: Test = { kind: 'true', column: 'is_investor' };
  const cases: readonly (readonly [where: string, condition: Condition, definition?: TableDefinition])[] = [
    ['country = "Germany"', germany],
    ['country != "Germany"', not(germany)],
    ['country = "  Germany "', germany],
    ['country in ("Germany", "France", "Germany")', is('country', 'Germany', 'France')],
    ['country not in ("Germany","France")', not(is('country', 'Germany', 'France'))],
    ['country is blank', blank('country')],
    ['country is not blank', not(blank('country'))],
    ['name contains "kiln"', { kind: 'contains', column: 'name', text: 'kiln' }],
    ['description starts with "We "', { kind: 'starts', column: 'description', text: 'We ' }],
    ['main_contact_email contains "@acme."', { kind: 'contains', column: 'main_contact_email', text: '@acme.' }],
    ['verticals = "Fintech"', is('verticals', 'Fintech')],
    ['verticals in ("Fintech", "Games")', is('verticals', 'Fintech', 'Games')],
    ['verticals contains "tech"', { kind: 'contains', column: 'verticals', text: 'tech' }],
    ['employee_range = "11 - 50"', is('employee_range', '11 - 50')],

    ['website = "acme.example"', { kind: 'host', column: 'website', values: ['acme.example'] }],
    ['website = "https://www.acme.example/"', { kind: 'host', column: 'website', values: ['https://www.acme.example/'] }],
    ['website = "acme.example:8080"', { kind: 'host', column: 'website', values: ['acme.example:8080'] }],
    ['website = "acme.example/shop"', { kind: 'address', column: 'website', values: ['acme.example/shop'] }],
    ['website = "http://acme.example?id=1"', { kind: 'address', column: 'website', values: ['http://acme.example?id=1'] }],
    ['website in ("a.example", "b.example")', { kind: 'host', column: 'website', values: ['a.example', 'b.example'] }],
    [
      'website not in ("a.example/x", "b.example", "c.example/y")',
      not(
        any(
          { kind: 'host', column: 'website', values: ['b.example'] },
          { kind: 'address', column: 'website', values: ['a.example/x', 'c.example/y'] },
        ),
      ),
    ],
    ['linkedin_url contains "/company/"', { kind: 'contains', column: 'linkedin_url', text: '/company/' }],

    ['employee_count = 50', numbers('employee_count', closed(50), closed(50))],
    ['employee_count != 50', not(numbers('employee_count', closed(50), closed(50)))],
    ['employee_count >= 50', big],
    ['employee_count > 50', numbers('employee_count', open(50), null)],
    ['employee_count <= 50', numbers('employee_count', null, closed(50))],
    ['employee_count < 50', numbers('employee_count', null, open(50))],
    ['revenue between -1.5 and +10', numbers('revenue', closed(-1.5), closed(10))],
    ['revenue in (1, 2.50)', any(numbers('revenue', closed(1), closed(1)), numbers('revenue', closed(2.5), closed(2.5)))],
    ['revenue is blank', blank('revenue')],

    ['last_financing_on = 2026-03-31', days('last_financing_on', '2026-03-31', '2026-03-31')],
    ['last_financing_on != 2026-03-31', not(days('last_financing_on', '2026-03-31', '2026-03-31'))],
    ['last_financing_on < 2026-03-01', days('last_financing_on', null, '2026-02-28')],
    ['last_financing_on <= 2026-03-01', days('last_financing_on', null, '2026-03-01')],
    ['last_financing_on > 2025-12-31', days('last_financing_on', '2026-01-01', null)],
    ['last_financing_on >= 2024-02-29', days('last_financing_on', '2024-02-29', null)],
    ['updated_at between 2026-01-01 and 2026-01-31', days('updated_at', '2026-01-01', '2026-01-31')],
    ['updated_at < 0001-01-01', nothing],
    ['updated_at > 9999-12-31', nothing],
    [
      'last_financing_on not in (2026-01-01, 2026-01-02)',
      not(any(days('last_financing_on', '2026-01-01', '2026-01-01'), days('last_financing_on', '2026-01-02', '2026-01-02'))),
    ],

    ['is_investor = true', isInvestor, people],
    ['is_investor != true', not(isInvestor), people],
    ['is_investor = FALSE', all(not(isInvestor), not(blank('is_investor'))), people],
    ['is_investor != false', not(all(not(isInvestor), not(blank('is_investor')))), people],
    ['is_investor in (true, false)', any(isInvestor, all(not(isInvestor), not(blank('is_investor')))), people],

    ['search("kiln -energy")', { kind: 'search', columns: searched(companies), text: 'kiln -energy', findsAddress: true }],
    ['list(7)', { kind: 'list', id: '7' }],
    ['tag(" Hot lead ")', { kind: 'tag', tags: ['Hot lead'] }],

    ['country = "Germany" and employee_count >= 50', all(germany, big)],
    ['country = "Germany" or employee_count >= 50 and city is blank', any(germany, all(big, blank('city')))],
    ['(country = "Germany" or employee_count >= 50) and city is blank', all(any(germany, big), blank('city'))],
    ['not country = "Germany"', not(germany)],
    ['not not country = "Germany"', germany],
    ['not (country = "Germany" and city is blank)', not(all(germany, blank('city')))],
    ['not country = "Germany" and city is blank', all(not(germany), blank('city'))],
    ['employee_count between 1 and 2 and city is blank', all(numbers('employee_count', closed(1), closed(2)), blank('city'))],

    ['people is not blank', linked('people', everything)],
    ['people is blank', not(linked('people', everything))],
    ['people(email is not blank)', linked('people', not(blank('email')))],
    ['store(average_review >= 4.5)', linked('store', numbers('average_review', closed(4.5), null))],
    [
      'not people(name contains "A" or search("cto"))',
      not(
        linked(
          'people',
          any(
            { kind: 'contains', column: 'name', text: 'A' },
            { kind: 'search', columns: searched(people), text: 'cto', findsAddress: true },
          ),
        ),
      ),
    ],
    ['company (country = "Germany" and employee_count >= 50)', linked('company', all(germany, big)), people],
  ];

  for (const [where, condition, definition] of cases) {
    it(where, () => {
      expect(meaning(where, definition)).toEqual(condition);
    });
  }

  it('a search reads the columns of the table’s search', () => {
    expect(searched(companies)).toEqual(expect.arrayContaining(['name', 'website', 'description']));
    expect(searchedColumns({ ...companies, filters: [] })).toBeNull();
  });

  it('groups of one kind are one, and a part alone is itself', () => {
    expect(meaning('(country = "Germany" and (employee_count >= 50)) and city is blank')).toEqual(
      group('all', [germany, big, blank('city')]),
    );
    expect(meaning('((country = "Germany"))')).toEqual(germany);
  });

  it('every column of every table can be named', () => {
    for (const definition of tableNames.map(tableByName)) {
      for (const { field } of definition.columns) {
        expect(meaning(`${field} is not blank`, definition)).toEqual(not(blank(field)));
      }
    }
  });

  it('quotation marks and backslashes within a text are what they are', () => {
    const values = (where: string) => meaning(where);
    expect(values(String.raw`name = "The \"Kiln\""`)).toEqual(is('name', 'The "Kiln"'));
    expect(values(String.raw`name = "AC\DC"`)).toEqual(is('name', String.raw`AC\DC`));
    expect(values(String.raw`name = "AC\\"`)).toEqual(is('name', 'AC\\'));
    expect(values('name = "München 株式会社 🙂 \'and\' (or)"')).toEqual(is('name', "München 株式会社 🙂 'and' (or)"));
  });
});

describe('names that mean two things', () => {
  const odd = defineTable({
    ...shopify,
    columns: ['company', 'not', 'list', 'search', 'and', 'is', 'contains'].map((field) => ({
      field,
      headerName: field,
      kind: 'text',
    })),
  });

  it('a column comes first where an operator follows', () => {
    expect(meaning('company is blank', odd)).toEqual(blank('company'));
    expect(meaning('company = "x"', odd)).toEqual(is('company', 'x'));
    expect(meaning('not = "x" and not not = "y"', odd)).toEqual(all(is('not', 'x'), not(is('not', 'y'))));
    expect(meaning('list not in ("x")', odd)).toEqual(not(is('list', 'x')));
    expect(meaning('and = "x" and and = "y" or is is blank', odd)).toEqual(any(all(is('and', 'x'), is('and', 'y')), blank('is')));
    expect(meaning('contains contains "x"', odd)).toEqual({ kind: 'contains', column: 'contains', text: 'x' });
  });

  it('the link or the word of the grammar comes first otherwise', () => {
    expect(meaning('company(country = "Germany")', odd)).toEqual(linked('company', germany));
    expect(meaning('list(7)', odd)).toEqual({ kind: 'list', id: '7' });
    expect(meaning('not (company is blank)', odd)).toEqual(not(blank('company')));
  });

  it('no column of a table hides a word of the grammar', () => {
    const words = 'and or not in between is blank contains starts with search list tag true false'.split(' ');
    const fields = tableNames.map(tableByName).flatMap(({ columns }) => columns.map(({ field }) => field));
    expect(fields.filter((field) => words.includes(field))).toEqual([]);
  });
});

describe('the normal form', () => {
  const cases: readonly (readonly [where: string, text: string, definition?: TableDefinition])[] = [
    ['  country="Germany"\n\tAND   employee_count>=050 ', 'country = "Germany" and employee_count >= 50'],
    ['country NOT IN("Germany","France")', 'country not in ("Germany", "France")'],
    ['country in ("Germany")', 'country in ("Germany")'],
    ['NOT country = "Germany"', 'not country = "Germany"'],
    ['not ((country = "Germany"))', 'not country = "Germany"'],
    ['country Is Not Blank', 'country is not blank'],
    ['name Starts With "A" Or name Contains "b"', 'name starts with "A" or name contains "b"'],
    ['revenue BETWEEN +1.500 AND 0010', 'revenue between 1.5 and 10'],
    ['revenue in (-0, 0.0, 1.0)', 'revenue in (0, 0, 1)'],
    ['revenue > 0.0000001', 'revenue > 0.0000001'],
    ['revenue < 123456789012345.5', 'revenue < 123456789012345.5'],
    ['last_financing_on<2026-03-01', 'last_financing_on < 2026-03-01'],
    ['(country = "a" or city = "b") and ((name = "c"))', '(country = "a" or city = "b") and name = "c"'],
    [
      '(country = "a" and city = "b") or (name = "c" and (region = "d"))',
      'country = "a" and city = "b" or name = "c" and region = "d"',
    ],
    ['country = "a" and (city = "b" and name = "c")', 'country = "a" and city = "b" and name = "c"'],
    ['not (country = "a" or city = "b")', 'not (country = "a" or city = "b")'],
    ['SEARCH( "kiln" ) and List(007) and TAG("Hot")', 'search("kiln") and list(7) and tag("Hot")'],
    ['people ( (email IS NOT blank or phone is blank) )', 'people(email is not blank or phone is blank)'],
    ['people IS BLANK', 'people is blank'],
    ['is_investor=TRUE', 'is_investor = true', people],
    [String.raw`name = "AC\DC \"live\" \\"`, String.raw`name = "AC\DC \"live\" \\"`],
  ];

  for (const [where, text, definition] of cases) {
    it(where, () => {
      expect(normal(where, definition)).toBe(text);
      expect(normal(text, definition)).toBe(text);
      expect(meaning(text, definition)).toEqual(meaning(where, definition));
    });
  }
});

describe('what cannot be read', () => {
  const cases: readonly (readonly [where: string, message: string, definition?: TableDefinition])[] = [
    ['', 'where: expected a column at 1'],
    ['   ', 'where: expected a column at 4'],
    ['employee_count >=', 'where: expected a value at 18'],
    ['employee_count >= and city is blank', 'where: expected a value at 19'],
    ['country = )', 'where: expected a value at 11'],
    ['country == "Germany"', 'where: expected a value at 10'],
    ['country in ()', 'where: expected a value at 13'],
    ['country in ("a",)', 'where: expected a value at 17'],
    ['country in "a"', 'where: expected "(" at 12'],
    ['country in ("a" "b")', 'where: expected "," or ")" at 17'],
    ['country in ("a"', 'where: expected "," or ")" at 16'],
    ['countri = "Germany"', 'where: expected a column instead of countri at 1'],
    ['Country = "Germany"', 'where: expected a column instead of Country at 1'],
    ['company.country = "Germany"', 'where: expected a column instead of company.country at 1'],
    ['country = "Germany" and 5 = 5', 'where: expected a column at 25'],
    ['country = "🙂" and größe = 5', 'where: expected a column instead of größe at 19'],
    ['country', 'where: expected an operator at 8'],
    ['country like "G%"', 'where: expected an operator at 9'],
    ['country not "Germany"', 'where: expected an operator at 9'],
    ['country < "Germany"', 'where: < means nothing for country at 9'],
    ['country between "a" and "b"', 'where: between means nothing for country at 9'],
    ['verticals >= "a"', 'where: >= means nothing for verticals at 11'],
    ['website > "a"', 'where: > means nothing for website at 9'],
    ['employee_count contains "5"', 'where: contains means nothing for employee_count at 16'],
    ['employee_count Starts With "5"', 'where: starts with means nothing for employee_count at 16'],
    ['updated_at contains "2026"', 'where: contains means nothing for updated_at at 12'],
    ['is_investor > true', 'where: > means nothing for is_investor at 13', people],
    ['is_investor contains "t"', 'where: contains means nothing for is_investor at 13', people],
    ['employee_count > many', 'where: expected a number at 18'],
    ['employee_count > "50"', 'where: expected a number at 18'],
    ['employee_count > 1e3', 'where: expected a number at 18'],
    ['employee_count > 1.', 'where: expected a number at 18'],
    ['employee_count > -', 'where: expected a number at 18'],
    ['employee_count > 1234567890123456', 'where: expected a number at 18'],
    ['employee_count in (1, x)', 'where: expected a number at 23'],
    ['employee_count between 10 and 5', 'where: expected 10 or more at 31'],
    ['employee_count between 10 or 20', 'where: expected "and" at 27'],
    ['employee_count between 10 and', 'where: expected a value at 30'],
    ['last_financing_on > 2026-02-30', 'where: expected a day such as 2026-03-31 at 21'],
    ['last_financing_on > 2026-2-3', 'where: expected a day such as 2026-03-31 at 21'],
    ['last_financing_on > today', 'where: expected a day such as 2026-03-31 at 21'],
    ['last_financing_on > "2026-03-31"', 'where: expected a day such as 2026-03-31 at 21'],
    ['updated_at between 2026-02-01 and 2026-01-31', 'where: expected 2026-02-01 or later at 35'],
    ['is_investor = yes', 'where: expected true or false at 15', people],
    ['is_investor = "true"', 'where: expected true or false at 15', people],
    ['country = Germany', 'where: expected text in double quotes at 11'],
    ["country = 'Germany'", 'where: expected text in double quotes at 11'],
    ['country = 5', 'where: expected text in double quotes at 11'],
    ['country = ""', 'where: expected text that is not blank at 11'],
    ['name contains 5', 'where: expected text in double quotes at 15'],
    ['name starts "A"', 'where: expected "with" at 13'],
    ['country = "Germany', 'where: expected a closing quotation mark at 19'],
    ['country = "Germany\\"', 'where: expected a closing quotation mark at 21'],
    ['country = "Ger\nmany"', 'where: expected text without control characters at 15'],
    ['country = "Ger\ud83dmany"', 'where: expected text without control characters at 15'],
    ['country is', 'where: expected "blank" or "not blank" at 11'],
    ['country is not', 'where: expected "blank" at 15'],
    ['country = "a" city = "b"', 'where: expected "and" or "or" at 15'],
    ['country = "a")', 'where: expected "and" or "or" at 14'],
    ['(country = "a"', 'where: expected "and", "or" or ")" at 15'],
    ['country = "a" and', 'where: expected a column at 18'],
    ['not', 'where: expected a column at 4'],
    ['search kiln', 'where: expected a column instead of search at 1'],
    ['search(kiln)', 'where: expected text in double quotes at 8'],
    ['search("kiln"', 'where: expected ")" at 14'],
    ['search("x")', 'where: search means nothing for companies at 1', { ...companies, filters: [] }],
    ['list()', 'where: expected a value at 6'],
    ['list("7")', 'where: expected the id of a list at 6'],
    ['list(0)', 'where: expected the id of a list at 6'],
    ['list(1.5)', 'where: expected the id of a list at 6'],
    ['tag()', 'where: expected a value at 5'],
    ['people', 'where: expected "(" or "is" at 7'],
    ['people = "x"', 'where: expected "(" or "is" at 8'],
    ['people()', 'where: expected a column at 8'],
    ['people(revenue > 5)', 'where: expected a column instead of revenue at 8'],
    ['people(company(country = "a"))', 'where: company means nothing inside people at 8'],
    ['people(name = "a" and list(7))', 'where: list means nothing inside people at 23'],
    ['people(tag("a"))', 'where: tag means nothing inside people at 8'],
    ['company(people is blank)', 'where: expected a column instead of people at 9', people],
    ['country = "a"; drop table', 'where: expected "and" or "or" at 14'],
  ];

  for (const [where, message, definition] of cases) {
    it(JSON.stringify(where), () => {
      expect(problem(where, definition)).toBe(message);
    });
  }

  it('has a limit of 4,000 characters, as a person counts them, in the normal form too', () => {
    const named = (letters: number) => `name = "${'🙂'.repeat(letters)}"`;
    expect(normal(named(3991))).toBe(named(3991));
    expect(problem(named(3992))).toBe('where: expected at most 4000 characters at 4001');
    const dense = `name in(${Array.from({ length: 990 }, () => '"n"').join(',')})`;
    expect(problem(dense)).toBe(`where: expected at most 4000 characters with a space between all parts at ${dense.length + 1}`);
  });

  it('has a limit of 100 terms', () => {
    const terms = (count: number) => Array.from({ length: count }, () => 'city is blank').join(' or ');
    expect(normal(terms(100))).toBe(terms(100));
    expect(problem(terms(101))).toBe(`where: expected at most 100 terms at ${terms(100).length + 5}`);
    expect(problem(`people(${Array.from({ length: 100 }, () => 'city is blank').join(' or ')})`)).toContain('at most 100 terms');
  });

  it('has a limit of 10 levels of brackets, each not, and links', () => {
    const term = 'city is blank';
    const nested = (open: string, levels: number) =>
      `${open.repeat(levels)}${term}${open.includes('(') ? ')'.repeat(levels) : ''}`;
    expect(meaning(nested('(', 10))).toEqual(blank('city'));
    expect(problem(nested('(', 11))).toBe('where: expected at most 10 levels at 11');
    expect(meaning(nested('not ', 10))).toEqual(blank('city'));
    expect(problem(nested('not ', 11))).toBe('where: expected at most 10 levels at 41');
    expect(problem(nested('not (', 6))).toBe('where: expected at most 10 levels at 26');
    expect(meaning(`people(${nested('(', 9)})`)).toEqual(linked('people', blank('city')));
    expect(problem(`people(${nested('(', 10)})`)).toBe('where: expected at most 10 levels at 17');
    expect(problem('('.repeat(4000))).toBe('where: expected at most 10 levels at 11');
  });
});
