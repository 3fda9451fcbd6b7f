import { expect, it } from 'vitest';
import { companies } from '../companies.ts';
import type { TableDefinition } from '../define-table.ts';
import { people } from '../people.ts';
import { redditPosts } from '../reddit-posts.ts';
import { reviews } from '../reviews.ts';
import { shopify } from '../shopify.ts';
import { type Condition, everything, group, not, nothing } from './condition.ts';
import { parseWhere } from './parse-where.ts';
import { sentence, sentenceParts } from './sentence.ts';

const asked = (where: string, definition: TableDefinition = companies) =>
  sentence(definition, parseWhere(where, definition).condition);

it('an expression is a sentence in the labels of the columns', () => {
  const cases: readonly (readonly [where: string, sentence: string, definition?: TableDefinition])[] = [
    [
      'country in ("Germany", "France") and employee_count >= 50 and verticals != "Fintech"',
      'Country is Germany or France, employee count from 50, vertical is not Fintech',
    ],
    ['country not in ("Germany", "France", "Spain")', 'Country is not Germany, France or Spain'],
    ['country is blank and website is not blank', 'Country is blank, website has a value'],
    ['linkedin_url contains "/company/" and ebitda > 2', 'LinkedIn URL contains “/company/”, EBITDA over $2M'],
    ['name starts with "A" and linkedin_url is blank', 'Name starts with “A”, LinkedIn URL is blank'],
    ['not name starts with "A" and not name contains "b"', 'Name does not start with “A”, name does not contain “b”'],
    ['website in ("a.example", "b.example")', 'Website is a.example or b.example'],
    ['employee_count between 1000 and 5000', 'Employee count from 1,000 to 5,000'],
    ['employee_count <= 10 or employee_count > 1000', 'Employee count up to 10 or over 1,000'],
    ['employee_count = 5', 'Employee count is 5'],
    ['employee_count in (5, 7)', 'Employee count is 5 or 7'],
    ['employee_count not in (5, 7)', 'Employee count is not 5 or 7'],
    ['not employee_count between 5 and 7', 'Employee count not from 5 to 7'],
    ['revenue between -1.5 and 10', 'Revenue from -$1.5M to $10M'],
    ['last_financing_on >= 2026-01-01 and updated_at < 2026-03-01', 'Last financing from 2026-01-01, updated until 2026-02-28'],
    ['last_financing_on = 2026-01-01', 'Last financing on 2026-01-01'],
    ['last_financing_on in (2026-01-01, 2026-02-01)', 'Last financing on 2026-01-01 or on 2026-02-01'],
    ['last_financing_on is blank', 'Last financing on is blank'],
    ['posted_at between 2026-01-01 and 2026-01-31', 'Posted from 2026-01-01 until 2026-01-31', redditPosts],
    ['(country = "Germany" or revenue > 10) and city is blank', 'Country is Germany or revenue over $10M, city is blank'],
    ['country = "Germany" and revenue > 10 or city is blank', '(Country is Germany and revenue over $10M) or city is blank'],
    ['not (country = "Germany" and city is blank)', 'Not (country is Germany and city is blank)'],
    ['is_investor = true', 'Is investor', people],
    ['is_investor != true', 'Is not investor', people],
    [
      'emails = "a@b.example" and emails != "c@d.example"',
      'Emails include a@b.example, emails do not include c@d.example',
      shopify,
    ],
    ['instagram is blank and youtube_channel is blank', 'Instagram is blank, YouTube channel is blank', shopify],
    ['instagram is blank and instagram is blank', 'Instagram is blank, Instagram is blank', shopify],
    ['search("kiln -energy") and not search("solar")', 'Search matches “kiln -energy”, search does not match “solar”'],
    ['list(7) and not tag("hot")', 'On the list 7, not tagged hot'],
    ['people is not blank and reviews is blank', 'Has people, has no reviews'],
    [
      'company(country = "Germany" and employee_count >= 50)',
      'Has a company where country is Germany and employee count from 50',
      people,
    ],
    ['not people(email is not blank)', 'Has no people where email has a value'],
    ['company(country = "Germany" or city is blank)', 'Has a company where (country is Germany or city is blank)', reviews],
  ];
  for (const [where, text, definition] of cases) expect(asked(where, definition), where).toBe(text);
});

it('what other parameters ask is said, too', () => {
  const flag = (key: string, definition: TableDefinition): Condition => {
    const filter = definition.filters.find((known) => known.key === key);
    if (filter?.kind !== 'flag') throw new Error(`${key} is no flag`);
    return { kind: 'flag', filter };
  };
  const range = (from: number, to: number): Condition => ({
    kind: 'numbers',
    column: 'employee_count',
    from: { value: from, isOpen: false },
    to: { value: to, isOpen: true },
  });
  const cases: readonly (readonly [Condition, string])[] = [
    [everything, ''],
    [nothing, 'No row'],
    [group('any', [range(10, 50), range(50, 200)]), 'Employee count from 10 and under 50 or from 50 and under 200'],
    [flag('with_contact_info', companies), 'With contact info'],
    [not(flag('with_contact_info', companies)), 'Without contact info'],
    [not(flag('with_youtube', shopify)), 'Without youtube'],
    [not(flag('is_investor', people)), 'Is not investor'],
    [not(flag('positive_revenue', companies)), 'Not positive revenue'],
    [{ kind: 'linked', link: 'people', of: flag('with_email', people) }, 'Has people with email'],
    [not({ kind: 'linked', link: 'people', of: not(flag('with_phone', people)) }), 'Has no people without phone'],
    [{ kind: 'linked', link: 'people', of: flag('is_investor', people) }, 'Has people where is investor'],
    [{ kind: 'sample' }, 'Invented samples'],
    [not({ kind: 'exported' }), 'Not exported this month'],
    [{ kind: 'ids', ids: Array.from({ length: 1200 }, String) }, 'Among 1,200 chosen rows'],
    [{ kind: 'search', columns: ['name'], text: 'x', findsAddress: false }, 'Name matches “x”'],
  ];
  for (const [condition, text] of cases) {
    expect(sentence(companies, condition)).toBe(text);
  }
});

it('names that the question does not know are asked for', () => {
  const { condition } = parseWhere('list(7) and list(8) and updated_at = 2026-03-31', companies, () => null);
  const names = {
    links: () => null,
    list: (id: string) => (id === '7' ? 'Q1 outreach' : null),
    day: (day: string) => day.split('-').reverse().join('.'),
    changed: (after: string) => (after === '7d' ? 'in the last 7 days' : `since ${after}`),
  };
  expect(sentenceParts(companies, condition, names)).toEqual([
    'On the list Q1 outreach',
    'on the list 8',
    'updated on 31.03.2026',
  ]);
  expect(sentence(companies, { kind: 'changed', after: '7d' }, names)).toBe('Changed in the last 7 days');
  expect(sentence(companies, { kind: 'changed', after: '7d' })).toBe('Changed after 7d');
});
