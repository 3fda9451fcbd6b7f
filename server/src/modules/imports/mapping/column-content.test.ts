import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { expect, it } from 'vitest';
import { disagreement } from './column-content.ts';

const conventions = { isForeign: true, hasDecimalCommas: false, isHtml: false };

it.each([
  ['a sales stage', companies, 'last_financing_deal_type', ['Cold', 'Interested'], 'other'],
  ['a round of financing', companies, 'last_financing_deal_type', ['Seed', 'Series A', ''], null],
  ['the profile of a person', companies, 'linkedin_url', ['https://www.linkedin.com/in/ada-weaver'], 'other'],
  ['the page of a company', companies, 'linkedin_url', ['linkedin.com/company/weaver'], null],
  ['the page of a company, for a person', people, 'linkedin_url', ['linkedin.com/company/weaver'], 'other'],
  ['an address of the sales navigator', people, 'linkedin_url', ['https://www.linkedin.com/sales/lead/AC1'], 'other'],
  ['a page of a network as website', people, 'company_website', ['https://www.linkedin.com/sales/company/1'], 'other'],
  ['websites, one of them a page', companies, 'website', ['weaver.example', 'warp.example', 'facebook.com/weft'], null],
  ['numbers as names', companies, 'name', ['1', '2', '3'], 'other'],
  ['addresses as cities', companies, 'city', ['https://weaver.example', 'https://warp.example'], 'other'],
  ['sizes in words', companies, 'employee_count', ['Small', 'Large'], 'doubtful'],
  ['ranges', companies, 'employee_count', ['11-50', '200+'], null],
  ['dates whose order other cells settle', companies, 'last_financing_on', ['03/04/2024'], null],
  ['nothing', companies, 'last_financing_deal_type', ['', ' '], null],
] as const)('%s', (_, definition, field, cells, expected) =>
  expect(disagreement(definition, field, { cells, conventions })).toBe(expected),
);
