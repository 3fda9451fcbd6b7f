/** Small files whose headers mislead by themselves: several headers for one column, and headers of something else. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';

type Case = readonly [what: string, table: TableName, content: string, rows: readonly Readonly<Record<string, unknown>>[]];

/** @param expected null: the column is blank */
async function expectRows([, table, content, expected]: Case): Promise<void> {
  const { rows, problems } = await readFile(table, content);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(expected.length);
  for (const [index, cells] of expected.entries())
    for (const [field, value] of Object.entries(cells)) expect(rows[index]?.[field] ?? null, field).toEqual(value);
}

const several: readonly Case[] = [
  ['three telephones', 'people', 'Name,Work Phone,Mobile,Company Phone\nAda,,+47 1000001,+47 1000002\n', [{ phone: '+47 1000001' }]],
  ['the company’s telephone last', 'people', 'Name,Company Phone,Phone\nAda,+47 1000002,\nBo,+47 1000002,+47 1000003\n', [{ phone: '+47 1000002' }, { phone: '+47 1000003' }]],
  ['two mailboxes', 'people', 'Name,Work Email,Personal Email\nAda,,ada@seven.example\nBo,bo@work.example,bo@home.example\n', [{ email: 'ada@seven.example' }, { email: 'bo@work.example' }]],
  ['headers that differ by case', 'people', 'Name,COMPANY,Company\nAda,,Weaver\nBo,Warp,\n', [{ company_name: 'Weaver' }, { company_name: 'Warp' }]],
  ['the same header three times', 'people', 'Name,Email,Email,Email\nAda,,,ada@three.example\n', [{ email: 'ada@three.example' }]],
  ['two sites', 'companies', 'Company,Website,Homepage\nWeaver,,weaver.example\nWarp,warp.example,other.example\n', [{ website: 'weaver.example' }, { website: 'warp.example' }]],
  ['a description and a tagline', 'companies', 'Company,Tagline,Description\nWeaver,We weave.,\nWarp,Short.,We warp.\n', [{ description: 'We weave.' }, { description: 'We warp.' }]],
  ['the whole name is blank in a row', 'people', 'Full name,First name,Last name\n,Ada,Severfict\nBo Severfict,Bo,S\n', [{ name: 'Ada Severfict' }, { name: 'Bo Severfict' }]],
  ['a place where the city is blank', 'companies', 'Company,City,Headquarters\nWeaver,,"Leeds, United Kingdom"\nWarp,Oslo,"Bergen, Norway"\n', [{ city: 'Leeds', country: 'United Kingdom' }, { city: 'Oslo', country: 'Norway' }]],
  ['two places', 'investors', 'Investor,HQ,Address\nWeaver,,"1 Loom St, Leeds, United Kingdom"\n', [{ city: 'Leeds', country: 'United Kingdom' }]],
  ['sizes in words before numbers', 'companies', 'Company,company size,team_size\nWeaver,Small,58\nWarp,Large,5800\n', [{ employee_count: 58 }, { employee_count: 5800 }]],
  ['numbers before sizes in words', 'companies', 'Company,Employees,Size\nWeaver,58,Small\n', [{ employee_count: 58 }]],
  ['days that are no days before days', 'companies', 'Company,Deal Date,Last Funding Date\nWeaver,soon,2024-03-01\nWarp,later,2023-02-01\n', [{ last_financing_on: '2024-03-01' }, { last_financing_on: '2023-02-01' }]],
];

const misleading: readonly Case[] = [
  ['a contact’s place in a table of companies, in other letters', 'companies', 'company,city,country,company_city,company_country\nWeaver,Natal,Brazil,Leeds,United Kingdom\n', [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }]],
  ['a company’s place in a table of people', 'people', 'Name,Company City,Company Country\nAda,Leeds,United Kingdom\n', [{ city: null, country: null }]],
  ['the account’s site and the contact’s profile', 'people', 'Name,Account Website,Account LinkedIn\nAda,weaver.example,linkedin.com/company/weaver\n', [{ company_website: 'weaver.example', linkedin_url: null }]],
  ['stages of sales', 'companies', 'Company,Stage\nWeaver,Qualified\nWarp,Negotiation\nWeft,Closed Won\n', [{ last_financing_deal_type: null }, { last_financing_deal_type: null }, { last_financing_deal_type: null }]],
  ['rounds of financing', 'companies', 'Company,Stage\nWeaver,Seed\nWarp,Series B\n', [{ last_financing_deal_type: 'Seed' }, { last_financing_deal_type: 'Series B' }]],
  ['numbers of rows as names', 'companies', 'Company,Business Name\n1,Weaver\n2,Warp\n', [{ name: 'Weaver' }, { name: 'Warp' }]],
  ['profiles of people as pages of companies', 'companies', 'Company,LinkedIn\nWeaver,https://www.linkedin.com/in/ada\nWarp,https://www.linkedin.com/in/bo\n', [{ linkedin_url: null }, { linkedin_url: null }]],
  ['pages of companies as profiles', 'people', 'Name,LinkedIn URL\nAda,https://www.linkedin.com/company/weaver\n', [{ linkedin_url: null }]],
  ['addresses of a directory as sites', 'companies', 'Company,URL\nWeaver,https://www.crunchbase.com/organization/weaver\n', [{ website: null }]],
  ['pages of networks before sites', 'companies', 'Company,Link,Website\nWeaver,https://www.facebook.com/weaver,weaver.example\n', [{ website: 'weaver.example' }]],
  ['pages of networks alone', 'companies', 'Company,Website\nWeaver,https://www.facebook.com/weaver\n', [{ website: 'https://www.facebook.com/weaver' }]],
  ['addresses as cities', 'companies', 'Company,City\nWeaver,https://weaver.example\n', [{ city: null }]],
  ['numbers as a description', 'companies', 'Company,Details\nWeaver,12\nWarp,13\n', [{ description: null }, { description: null }]],
  ['whole places as cities', 'companies', 'Company,City\nWeaver,"San Francisco, CA"\nWarp,"Atlanta, GA 30305"\n', [{ city: 'San Francisco', country: 'United States' }, { city: 'Atlanta', country: 'United States' }]],
  ['whole places as countries', 'companies', 'Company,Country\nWeaver,"Oslo, Norway"\nWarp,Norway\n', [{ country: 'Norway' }, { country: 'Norway' }]],
  ['an address and a country apart', 'companies', 'Company,Address,Country\nWeaver,"1131 Spinner Ln",United States\n', [{ city: null, country: 'United States' }]],
];

const named: readonly Case[] = [
  ['slashes', 'companies', 'Startup,Industry / Vertical,City / Location\nWeaver,Textiles,Leeds\n', [{ name: 'Weaver', verticals: ['Textiles'], city: 'Leeds' }]],
  ['words of investing', 'companies', 'Startup,Investment Type,number_employees,funded_date\nWeaver,Seed Funding,58,2024-03-01\n', [{ last_financing_deal_type: 'Seed Funding', employee_count: 58, last_financing_on: '2024-03-01' }]],
  ['brackets', 'companies', 'Company (legal),City (HQ),Country (HQ)\nWeaver,Leeds,United Kingdom\n', [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }]],
  ['dots', 'companies', 'organization.name,organization.address.city\nWeaver,Leeds\n', [{ name: 'Weaver', city: 'Leeds' }]],
  ['arrows', 'people', 'Person > Name,Person > Email\nAda,ada@arrow.example\n', [{ name: 'Ada', email: 'ada@arrow.example' }]],
  ['a prefix for all', 'people', 'Contact Name,Contact Email,Contact Phone\nAda,ada@prefix.example,+47 1000004\n', [{ name: 'Ada', email: 'ada@prefix.example', phone: '+47 1000004' }]],
  ['camel case', 'companies', 'companyName,companyWebsite,companyCity\nWeaver,weaver.example,Leeds\n', [{ name: 'Weaver', website: 'weaver.example', city: 'Leeds' }]],
  ['a registered address', 'companies', 'Legal Name,Registered City,Registered Country\nWeaver,Leeds,United Kingdom\n', [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }]],
  ['billing', 'companies', 'Account Name,Billing City,Billing Country\nWeaver,Leeds,United Kingdom\n', [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }]],
  ['headers with blanks around', 'companies', ' Company , City ,  Country\nWeaver,Leeds,United Kingdom\n', [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }]],
];

const amounts: readonly Case[] = [
  ['plain dollars as sales programs write them', 'companies', 'Company,Annual Revenue\nWeaver,50000\nWarp,120000\n', [{ revenue: 0.05 }, { revenue: 0.12 }]],
  ['plain dollars that cannot be millions', 'companies', 'Company,Revenue\nWeaver,12000000\nWarp,7800000\n', [{ revenue: 12 }, { revenue: 7.8 }]],
  ['dollars or millions', 'companies', 'Company,Revenue\nWeaver,611289\nWarp,513983\n', [{ revenue: null }, { revenue: null }]],
  ['millions', 'companies', 'Company,Revenue\nWeaver,12\nWarp,7.8\n', [{ revenue: 12 }, { revenue: 7.8 }]],
  ['a unit in the header', 'companies', 'Company,Revenue ($ thousands)\nWeaver,1200\n', [{ revenue: 1.2 }]],
  ['dollars in the header', 'companies', 'Company,Revenue USD\nWeaver,1200000\n', [{ revenue: 1.2 }]],
  ['pounds in the header', 'companies', 'Company,Turnover (£m)\nWeaver,3\n', [{ revenue: null }]],
  ['euros in the header', 'companies', 'Firma;Umsatz in Mio. EUR\nWeaver;3\n', [{ revenue: null }]],
  ['rupees in the header', 'companies', 'Company,Revenue INR\nWeaver,3\n', [{ revenue: null }]],
  ['signs in the cells', 'companies', 'Company,Revenue\nWeaver,$1.2M\nWarp,$500K\n', [{ revenue: 1.2 }, { revenue: 0.5 }]],
  ['another currency in a cell', 'companies', 'Company,Revenue\nWeaver,€3M\nWarp,$4M\n', [{ revenue: null }, { revenue: 4 }]],
];

describe('several headers for one column', () => it.each(several)('%s', (...row) => expectRows(row)));
describe('headers of something else', () => it.each(misleading)('%s', (...row) => expectRows(row)));
describe('headers with other words', () => it.each(named)('%s', (...row) => expectRows(row)));
describe('amounts', () => it.each(amounts)('%s', (...row) => expectRows(row)));

it('the report says what was not read, and why', async () => {
  const notices = async (content: string) => (await readFile('companies', content)).notices;
  expect(await notices('Company,Stage\nWeaver,Cold\n')).toEqual([
    '"Stage" was not read as Last financing deal type: its cells are something else than Last financing deal type.',
  ]);
  expect(await notices('Company,Umsatz in €\nWeaver,3\n')).toEqual([
    '"Umsatz in €" was not read as Revenue (in $M): its amounts are not in US dollars.',
  ]);
  expect(await notices('Company,Revenue\nWeaver,611289\n')).toEqual([
    '"Revenue" was not read as Revenue (in $M): its amounts may be dollars or millions of them. Name their unit.',
  ]);
  expect(await notices('Company,City,City\nWeaver,,Leeds\n')).toEqual([
    '2 columns are called "City": of each row, the first filled cell was read, not the others.',
  ]);
});

it('each header says why it was chosen, or why it was not', async () => {
  const { meanings } = await readFile(
    'people',
    'Full name,First Name,Last Name,Work Phone,Mobile,Company City,Location,Profile page,Notes,\nAda S,Ada,S,,+47 1,Leeds,"Oslo, Norway",linkedin.com/in/ada,x,y\n',
  );
  expect(Object.entries(meanings).map(([header, { column, use, reason }]) => `${header}|${column}|${use}|${reason}`)).toEqual([
    'Full name|name|first|It is a name of the column.',
    'First Name|name|otherwise|Its cells are joined with those of "Last Name", where those of "Full name" are blank.',
    'Last Name|name|otherwise|Its cells are joined with those of "First Name", where those of "Full name" are blank.',
    'Work Phone|phone|otherwise|Other programs and lists have this name for the column. Its cells count where those of "Mobile" are blank.',
    'Mobile|phone|first|It is a name of the column.',
    'Company City|null|null|It says that it is not about what City is about.',
    'Location|city|part|It names whole places, of which city and country are read.',
    'Profile page|linkedin_url|first|Its cells are addresses of such profiles.',
    'Notes|null|null|No column has this name.',
    '|null|null|It has no name.',
  ]);
});
