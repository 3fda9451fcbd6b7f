import { describe, expect, it } from 'vitest';
import { companies } from '../tables/companies.ts';
import { filterShape } from '../tables/filter-query.ts';
import { reviews } from '../tables/reviews.ts';
import { shopify } from '../tables/shopify.ts';
import { tableByName, tableNames } from '../tables/tables.ts';
import { describeFilters } from './describe-filter.ts';

const described = (definition: Parameters<typeof describeFilters>[0], name: string) =>
  describeFilters(definition).find((filter) => filter.name === name);

describe('the filters of a table in words', () => {
  it.each(tableNames)('are all there for %s, and none besides', (name) => {
    const definition = tableByName(name);
    expect(describeFilters(definition).map((filter) => filter.name)).toEqual(Object.keys(filterShape(definition)));
  });

  it('tell a closed list in full, and of an open one where more is to be had', () => {
    expect(described(companies, 'region')).toMatchObject({
      schema: { type: 'array', items: { enum: expect.arrayContaining(['Europe']) } },
      text: 'Region is any of these.',
    });
    expect(described(companies, 'vertical')).toMatchObject({
      schema: { items: { anyOf: [{ enum: expect.arrayContaining(['AdTech']) }, { type: 'string' }] } },
      text: 'Verticals holds any of these. More: `/table/companies/options`.',
    });
  });

  it('say what a range leaves out, a box asks for, and a day means', () => {
    expect(described(companies, 'employee_count')?.text).toMatch(/the upper end is excluded/);
    expect(described(reviews, 'rating')?.text).toMatch(/the last range includes its upper end/);
    expect(described(companies, 'positive_revenue')?.text).toBe('Only rows with Revenue above 0.');
    expect(described(shopify, 'with_email')).toMatchObject({ schema: { type: 'boolean' }, text: 'Only rows with Emails.' });
    expect(described(reviews, 'published_on_before')).toMatchObject({
      schema: { format: 'date' },
      text: expect.stringMatching(/before this day, in UTC/),
    });
  });
});
