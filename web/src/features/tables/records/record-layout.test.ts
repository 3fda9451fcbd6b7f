import type { CellValue } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { recordLayout, summaryOfRow } from './record-layout.ts';

const today = new Date('2026-11-28T12:00:00Z');
const summary = (table: TableName, cells: Readonly<Record<string, CellValue>>) =>
  summaryOfRow(table, Object.assign({ id: 1 }, cells), today);

describe('the line of what a row is', () => {
  it.each<readonly [TableName, Readonly<Record<string, CellValue>>, string]>([
    [
      'companies',
      {
        city: 'Barcelona',
        country: 'Spain',
        verticals: ['-', 'E-Commerce', 'FinTech'],
        employee_count: 20,
        last_financing_deal_type: 'Seed',
        last_financing_on: '2022-05-01',
      },
      'Barcelona, Spain · E-Commerce · 20 people · Seed 2022',
    ],
    [
      'investors',
      {
        primary_investor_type: 'Venture Capital',
        city: 'Oslo',
        country: 'Norway',
        last_investment_company_name: 'Needle Port',
      },
      'Venture Capital · Oslo, Norway · last investment Needle Port',
    ],
    [
      'people',
      { title: 'Head of Looms', company_name: 'Needle Port', city: 'Oslo', country: 'Norway', is_investor: true },
      'Head of Looms · Needle Port · Oslo, Norway · Investor',
    ],
    [
      'reviews',
      {
        rating: 4.5,
        product_url: 'https://www.needle-port.example/loom',
        reviewer_country: 'Norway',
        published_on: '2026-03-31',
      },
      '4.5 of 5 · needle-port.example · Norway · Mar 31, 2026',
    ],
    [
      'shopify',
      { topics: ['Wool', 'Yarn', 'Looms'], currency: 'EUR', average_review: 4.25, total_reviews: 1204 },
      'Wool · EUR · 4.25 of 5 from 1,204 reviews',
    ],
    [
      'reddit-posts',
      { subreddit_name: 'weaving', author: 'heddle', score: 1, comment_count: 12_345, posted_at: '2026-03-31T12:00:00Z' },
      'r/weaving · u/heddle · 1 point · 12.3K comments · Mar 31, 2026',
    ],
    [
      'tiktok-videos',
      {
        author_unique_id: 'loom.works',
        category: 'Craft',
        play_count: 1_500_000,
        comment_count: 1,
        posted_at: '2026-03-31T12:00:00Z',
      },
      '@loom.works · Craft · 1.5M plays · 1 comment · Mar 31, 2026',
    ],
  ])('of %s', (table, cells, expected) => {
    expect(summary(table, cells)).toBe(expected);
  });

  it('leaves out what is blank, in every table', () => {
    for (const name of tableNames) {
      const cells = Object.fromEntries(tableByName(name).columns.map(({ field }) => [field, null]));
      expect(summary(name, cells), name).toBe('');
    }
  });

  it.each<readonly [string, TableName, Readonly<Record<string, CellValue>>, string]>([
    ['a city that is its country', 'companies', { city: 'Singapore', country: 'Singapore' }, 'Singapore'],
    ['words for nothing', 'companies', { city: 'N/A', country: 'Spain', verticals: ['-', 'unknown'] }, 'Spain'],
    ['no employees', 'companies', { employee_count: 0, country: 'Spain' }, 'Spain'],
    ['one employee', 'companies', { employee_count: 1 }, '1 person'],
    ['a range', 'companies', { employee_count: null, employee_range: '11 - 50' }, '11–50 people'],
    ['an open range', 'companies', { employee_range: '10,001+' }, '10,001+ people'],
    ['a range that is none', 'companies', { employee_range: 'many' }, ''],
    ['a year to come', 'companies', { last_financing_deal_type: 'Seed', last_financing_on: '2204-05-01' }, 'Seed'],
    ['a day without a deal', 'companies', { last_financing_on: '2022-05-01' }, 'financed 2022'],
    ['a rating beyond the best', 'reviews', { rating: 47, reviewer_country: 'Norway' }, 'Norway'],
    ['an average of no reviews', 'shopify', { average_review: 0, total_reviews: 0 }, '0 reviews'],
    ['an author who left', 'reddit-posts', { author: '[deleted]', subreddit_name: 'r/weaving' }, 'r/weaving'],
    ['a time that is none', 'tiktok-videos', { posted_at: 'soon', category: 'Craft' }, 'Craft'],
  ])('%s', (_, table, cells, expected) => {
    expect(summary(table, cells)).toBe(expected);
  });
});

describe('the groups of a record', () => {
  it.each([...tableNames])('hold every column of %s once', (name) => {
    const { columns } = tableByName(name);
    const ranges = new Set<string | undefined>(columns.map(({ rangeField }) => rangeField));
    const { groups, links } = recordLayout(name);
    const grouped = groups.flatMap(({ fields }) => fields);
    const fields = columns.map(({ field }) => field).filter((field) => !ranges.has(field));
    expect(grouped.toSorted()).toEqual(fields.toSorted());
    for (const { field } of links) expect(columns.find((column) => column.field === field)?.kind, field).toBe('link');
  });
});
