/** Small files with several headers for one column, and with other words for it. */
import { describe, it } from 'vitest';
import { expectRows, type SmallFile } from '../../../testing/small-file.ts';

const several: readonly SmallFile[] = [
  [
    'three telephones',
    'people',
    'Name,Work Phone,Mobile,Company Phone\nAda,,+47 1000001,+47 1000002\n',
    [{ phone: '+47 1000001' }],
  ],
  [
    'the company’s telephone last',
    'people',
    'Name,Company Phone,Phone\nAda,+47 1000002,\nBo,+47 1000002,+47 1000003\n',
    [{ phone: '+47 1000002' }, { phone: '+47 1000003' }],
  ],
  [
    'two mailboxes',
    'people',
    'Name,Work Email,Personal Email\nAda,,ada@seven.example\nBo,bo@work.example,bo@home.example\n',
    [{ email: 'ada@seven.example' }, { email: 'bo@work.example' }],
  ],
  [
    'headers that differ by case',
    'people',
    'Name,COMPANY,Company\nAda,,Weaver\nBo,Warp,\n',
    [{ company_name: 'Weaver' }, { company_name: 'Warp' }],
  ],
  [
    'the same header three times',
    'people',
    'Name,Email,Email,Email\nAda,,,ada@three.example\n',
    [{ email: 'ada@three.example' }],
  ],
  [
    'two sites',
    'companies',
    'Company,Website,Homepage\nWeaver,,weaver.example\nWarp,warp.example,other.example\n',
    [{ website: 'weaver.example' }, { website: 'warp.example' }],
  ],
  [
    'a description and a tagline',
    'companies',
    'Company,Tagline,Description\nWeaver,We weave.,\nWarp,Short.,We warp.\n',
    [{ description: 'We weave.' }, { description: 'We warp.' }],
  ],
  [
    'the whole name is blank in a row',
    'people',
    'Full name,First name,Last name\n,Ada,Severfict\nBo Severfict,Bo,S\n',
    [{ name: 'Ada Severfict' }, { name: 'Bo Severfict' }],
  ],
  [
    'a place where the city is blank',
    'companies',
    'Company,City,Headquarters\nWeaver,,"Leeds, United Kingdom"\nWarp,Oslo,"Bergen, Norway"\n',
    [
      { city: 'Leeds', country: 'United Kingdom' },
      { city: 'Oslo', country: 'Norway' },
    ],
  ],
  [
    'two places',
    'investors',
    'Investor,HQ,Address\nWeaver,,"1 Loom St, Leeds, United Kingdom"\n',
    [{ city: 'Leeds', country: 'United Kingdom' }],
  ],
  [
    'sizes in words before numbers',
    'companies',
    'Company,company size,team_size\nWeaver,Small,58\nWarp,Large,5800\n',
    [{ employee_count: 58 }, { employee_count: 5800 }],
  ],
  ['numbers before sizes in words', 'companies', 'Company,Employees,Size\nWeaver,58,Small\n', [{ employee_count: 58 }]],
  [
    'days that are no days before days',
    'companies',
    'Company,Deal Date,Last Funding Date\nWeaver,soon,2024-03-01\nWarp,later,2023-02-01\n',
    [{ last_financing_on: '2024-03-01' }, { last_financing_on: '2023-02-01' }],
  ],
];

const named: readonly SmallFile[] = [
  [
    'slashes',
    'companies',
    'Startup,Industry / Vertical,City / Location\nWeaver,Textiles,Leeds\n',
    [{ name: 'Weaver', verticals: ['Textiles'], city: 'Leeds' }],
  ],
  [
    'words of investing',
    'companies',
    'Startup,Investment Type,number_employees,funded_date\nWeaver,Seed Funding,58,2024-03-01\n',
    [{ last_financing_deal_type: 'Seed Funding', employee_count: 58, last_financing_on: '2024-03-01' }],
  ],
  [
    'brackets',
    'companies',
    'Company (legal),City (HQ),Country (HQ)\nWeaver,Leeds,United Kingdom\n',
    [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }],
  ],
  ['dots', 'companies', 'organization.name,organization.address.city\nWeaver,Leeds\n', [{ name: 'Weaver', city: 'Leeds' }]],
  ['arrows', 'people', 'Person > Name,Person > Email\nAda,ada@arrow.example\n', [{ name: 'Ada', email: 'ada@arrow.example' }]],
  [
    'a prefix for all',
    'people',
    'Contact Name,Contact Email,Contact Phone\nAda,ada@prefix.example,+47 1000004\n',
    [{ name: 'Ada', email: 'ada@prefix.example', phone: '+47 1000004' }],
  ],
  [
    'camel case',
    'companies',
    'companyName,companyWebsite,companyCity\nWeaver,weaver.example,Leeds\n',
    [{ name: 'Weaver', website: 'weaver.example', city: 'Leeds' }],
  ],
  [
    'a registered address',
    'companies',
    'Legal Name,Registered City,Registered Country\nWeaver,Leeds,United Kingdom\n',
    [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }],
  ],
  [
    'billing',
    'companies',
    'Account Name,Billing City,Billing Country\nWeaver,Leeds,United Kingdom\n',
    [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }],
  ],
  [
    'headers with blanks around',
    'companies',
    ' Company , City ,  Country\nWeaver,Leeds,United Kingdom\n',
    [{ name: 'Weaver', city: 'Leeds', country: 'United Kingdom' }],
  ],
];

describe('several headers for one column', () => it.each(several)('%s', (...row) => expectRows(row)));
describe('headers with other words', () => it.each(named)('%s', (...row) => expectRows(row)));
