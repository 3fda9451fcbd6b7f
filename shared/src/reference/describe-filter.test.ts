import { describe, expect, it } from 'vitest';
import { companies } from '../tables/companies.ts';
import {
  CRM_OWNER_FILTER,
  CRM_STAGE_FILTER,
  EXPORTED_FILTER,
  IN_CRM_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  SAMPLE_FILTER,
  TAG_FILTER,
  WHERE_FILTER,
} from '../tables/filter-parameters.ts';
import { filterShape } from '../tables/filter-query.ts';
import { reviews } from '../tables/reviews.ts';
import { shopify } from '../tables/shopify.ts';
import { tableByName, tableNames } from '../tables/tables.ts';
import { describeFilters } from './describe-filter.ts';
import { parameterTexts } from './parameter-texts.ts';

const described = (definition: Parameters<typeof describeFilters>[0], name: string) =>
  describeFilters(definition).find((filter) => filter.name === name);

describe('descriptions of filters', () => {
  it.each(tableNames)('the descriptions for %s cover exactly the filters of the table', (name) => {
    const definition = tableByName(name);
    // Every table has these, and their texts are those of parameters.
    const own: readonly string[] = [
      ...[LIST_FILTER, NOT_LIST_FILTER, TAG_FILTER, NOT_TAG_FILTER],
      ...[SAMPLE_FILTER, EXPORTED_FILTER, WHERE_FILTER],
      ...(definition.crmRecord === undefined ? [] : [IN_CRM_FILTER, CRM_OWNER_FILTER, CRM_STAGE_FILTER]),
    ];
    const ofTable = Object.keys(filterShape(definition)).filter((name) => !own.includes(name));
    expect(describeFilters(definition).map((filter) => filter.name)).toEqual(ofTable);
    for (const name of own) expect(parameterTexts[name]?.text).toBeTruthy();
  });

  it('a closed list is described in full, an open one with a link to more values', () => {
    expect(described(companies, 'region')).toMatchObject({
      schema: { type: 'array', items: { enum: expect.arrayContaining(['Europe']) } },
      text: 'Region is any of these.',
    });
    expect(described(companies, 'vertical')).toMatchObject({
      schema: { items: { anyOf: [{ enum: expect.arrayContaining(['AdTech']) }, { type: 'string' }] } },
      text: 'Verticals holds any of these. More: `/table/companies/options`.',
    });
  });

  it('a range, a checkbox and a day have a description of their bounds', () => {
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
