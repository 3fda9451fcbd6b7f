import { tableNames } from '@leadloom/shared/tables/tables';
import { expect, it } from 'vitest';
import { requestedDays } from './ask-days.ts';
import { requestedEntries } from './requested-entries.ts';

const best = (text: string) => requestedEntries(text, ['companies', 'investors', 'people', 'reviews'])[0]?.path;
const tables = (text: string) => requestedEntries(text, tableNames).map(({ label }) => label.split(':')[0]);

it.each([
  [
    'fintech germany contact since 2024',
    '/table/companies?country=Germany&vertical=FinTech&last_funded_after=2024-01-01&with_contact_info=true',
  ],
  ['Find fintech companies in Germany with contact info, funded since 2024', best('fintech germany contact since 2024')],
  ['fin-tech in the uk', '/table/companies?country=United%20Kingdom&vertical=FinTech'],
  ['companies new zealand', '/table/companies?country=New%20Zealand'],
  ['investors germany', '/table/investors?country=Germany'],
  ['series a 10-50 employees', '/table/companies?last_financing_deal_type=Series%20A&employee_count=10-50'],
  ['germany revenue before march 2025', '/table/companies?country=Germany&last_funded_before=2025-02-28&positive_revenue=true'],
  ['fintech germany weaving', '/table/companies?country=Germany&vertical=FinTech&search_query=weaving'],
  ['new companies since yesterday', '/table/companies?updated_after=24h'],
  ['fintech new this week', '/table/companies?vertical=FinTech&updated_after=7d'],
])('%j asks for %s', (text, path) => {
  expect(best(text)?.replace(/^([^?]+)\?(.*)$/, (_, table: string, query: string) => `${table}?${sorted(query)}`)).toBe(
    path?.replace(/^([^?]+)\?(.*)$/, (_, table: string, query: string) => `${table}?${sorted(query)}`),
  );
});

it.each(['', 'maren holt', 'new', 'new alert', 'invoices', 'marenco.example', 'companies', 'germany weaving looms'])(
  '%j asks for no rows',
  (text) => {
    expect(requestedEntries(text, tableNames)).toEqual([]);
  },
);

it('a question about changes alone is answered by every table and by the collected people, the table on the screen first', () => {
  expect(tables('new since yesterday')).toHaveLength(tableNames.length + 1);
  expect(tables('new since yesterday').at(-1)).toBe('Collected people');
  expect(best('new since my last visit')).toBe('/table/companies?updated_after=last-visit');
  expect(requestedEntries('since yesterday', ['reviews'])[0]).toMatchObject({ filters: { updated_after: '24h' } });
});

it('a table that understands every word comes alone', () => {
  expect(tables('fintech germany since 2024')).toEqual(['Companies']);
  expect(tables('germany')).toEqual(['Investors', 'Companies', 'People']);
});

it('an entry says in words what it shows', () => {
  const [entry] = requestedEntries('fintech germany contact looms new this week', ['companies']);
  expect(entry?.label).toBe(
    'Companies: Search matches “looms”, country is Germany, vertical is FinTech, with contact info, changed last 7 days',
  );
});

it.each([
  [['since', '2024'], { after: '2024-01-01' }],
  [['after', '2024'], { after: '2025-01-01' }],
  [['until', 'march', '2024'], { before: '2024-03-31' }],
  [['before', '2024-03-01'], { before: '2024-02-29' }],
  [['in', '2024-02'], { after: '2024-02-01', before: '2024-02-29' }],
  [['since', 'soon'], null],
  [['in', 'germany'], null],
])('%j are days', (words, days) => {
  const found = requestedDays(words);
  expect(found === null ? null : { ...found, length: 0 }).toEqual(days === null ? null : { ...days, length: 0 });
});

function sorted(query: string): string {
  return query.split('&').sort().join('&');
}
