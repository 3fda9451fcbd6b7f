/** Small files whose headers mislead by themselves: they are of something else, or in another unit. */
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../testing/read-file.ts';
import { expectRows, type SmallFile } from '../../../testing/small-file.ts';

const misleading: readonly SmallFile[] = [
  [
    'a contact’s place in a table of companies, in other letters',
    'companies',
    'company,city,country,company_city,company_country\nWeaver,Natal,Brazil,Leeds,United Kingdom\n',
    [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }],
  ],
  [
    'a company’s place in a table of people',
    'people',
    'Name,Company City,Company Country\nAda,Leeds,United Kingdom\n',
    [{ city: null, country: null }],
  ],
  [
    'the account’s site and the contact’s profile',
    'people',
    'Name,Account Website,Account LinkedIn\nAda,weaver.example,linkedin.com/company/weaver\n',
    [{ company_website: 'weaver.example', linkedin_url: null }],
  ],
  [
    'stages of sales',
    'companies',
    'Company,Stage\nWeaver,Qualified\nWarp,Negotiation\nWeft,Closed Won\n',
    [{ last_financing_deal_type: null }, { last_financing_deal_type: null }, { last_financing_deal_type: null }],
  ],
  [
    'rounds of financing',
    'companies',
    'Company,Stage\nWeaver,Seed\nWarp,Series B\n',
    [{ last_financing_deal_type: 'Seed' }, { last_financing_deal_type: 'Series B' }],
  ],
  ['numbers of rows as names', 'companies', 'Company,Business Name\n1,Weaver\n2,Warp\n', [{ name: 'Weaver' }, { name: 'Warp' }]],
  [
    'profiles of people as pages of companies',
    'companies',
    'Company,LinkedIn\nWeaver,https://www.linkedin.com/in/ada\nWarp,https://www.linkedin.com/in/bo\n',
    [{ linkedin_url: null }, { linkedin_url: null }],
  ],
  [
    'pages of companies as profiles',
    'people',
    'Name,LinkedIn URL\nAda,https://www.linkedin.com/company/weaver\n',
    [{ linkedin_url: null }],
  ],
  [
    'addresses of a directory as sites',
    'companies',
    'Company,URL\nWeaver,https://www.crunchbase.com/organization/weaver\n',
    [{ website: null }],
  ],
  [
    'pages of networks before sites',
    'companies',
    'Company,Link,Website\nWeaver,https://www.facebook.com/weaver,weaver.example\n',
    [{ website: 'weaver.example' }],
  ],
  [
    'pages of networks alone',
    'companies',
    'Company,Website\nWeaver,https://www.facebook.com/weaver\n',
    [{ website: 'https://www.facebook.com/weaver' }],
  ],
  ['addresses as cities', 'companies', 'Company,City\nWeaver,https://weaver.example\n', [{ city: null }]],
  [
    'numbers as a description',
    'companies',
    'Company,Details\nWeaver,12\nWarp,13\n',
    [{ description: null }, { description: null }],
  ],
  [
    'whole places as cities',
    'companies',
    'Company,City\nWeaver,"San Francisco, CA"\nWarp,"Atlanta, GA 30305"\n',
    [
      { city: 'San Francisco', country: 'United States' },
      { city: 'Atlanta', country: 'United States' },
    ],
  ],
  [
    'whole places as countries',
    'companies',
    'Company,Country\nWeaver,"Oslo, Norway"\nWarp,Norway\n',
    [{ country: 'Norway' }, { country: 'Norway' }],
  ],
  [
    'an address and a country apart',
    'companies',
    'Company,Address,Country\nWeaver,"1131 Spinner Ln",United States\n',
    [{ city: null, country: 'United States' }],
  ],
];

const amounts: readonly SmallFile[] = [
  [
    'plain dollars as sales programs write them',
    'companies',
    'Company,Annual Revenue\nWeaver,50000\nWarp,120000\n',
    [{ revenue: 0.05 }, { revenue: 0.12 }],
  ],
  [
    'plain dollars that cannot be millions',
    'companies',
    'Company,Revenue\nWeaver,12000000\nWarp,7800000\n',
    [{ revenue: 12 }, { revenue: 7.8 }],
  ],
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

describe('headers of something else', () => it.each(misleading)('%s', (...row) => expectRows(row)));
describe('amounts', () => it.each(amounts)('%s', (...row) => expectRows(row)));

it('our own export comes back as it was, however odd its values are', async () => {
  const { rows, notices } = await readFile(
    'companies',
    'name,city,revenue,last_financing_deal_type,updated_at\n1,"Washington, D.C.",15000,Cold,2026-01-02T00:00:00.000Z\n',
  );
  const [row] = rows;
  expect(row).toMatchObject({ name: '1', city: 'Washington, D.C.', revenue: 15_000, last_financing_deal_type: 'Cold' });
  expect(notices).toEqual([]);
});

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
    'Full name,First Name,Last Name,Work Phone,Mobile,Company City,Location,Profile page,Notes,\nAda S,Ada,S,,+47 1000001,Leeds,"Oslo, Norway",linkedin.com/in/ada,x,y\n',
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
