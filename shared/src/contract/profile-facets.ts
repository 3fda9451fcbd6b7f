/** Counts of an account's collected people beside values, and summaries of them, in the form of those of a table. */
import * as z from 'zod/mini';
import { collectedPeople } from '../tables/collected-people.ts';
import { dimensionsOf, measuredFields } from '../tables/dimensions.ts';
import { endpoint } from './endpoint.ts';
import { profileFilters } from './people-choice.ts';
import { filterErrors } from './table-changes.ts';
import { facetsQuery, facetsSchema, summaryQuery, summarySchema } from './table-facets.ts';

const names = [...dimensionsOf(collectedPeople).keys()];

export const listProfileFacets = endpoint({
  method: 'GET',
  path: '/linkedin/users/facets',
  access: 'session',
  apiKey: 'counted',
  summary: 'Count the collected profiles that match the filters beside each value',
  query: z.strictObject({ ...profileFilters, ...facetsQuery(names) }),
  turn: 'none',
  success: { kind: 'json', status: 200, body: facetsSchema },
  errors: filterErrors,
});

export const summarizeProfiles = endpoint({
  method: 'GET',
  path: '/linkedin/users/summary',
  access: 'session',
  apiKey: 'counted',
  summary: 'Summarize the collected profiles that match the filters by one or two of their values',
  query: z.strictObject({ ...profileFilters, ...summaryQuery(names, measuredFields(collectedPeople)) }),
  turn: 'none',
  success: { kind: 'json', status: 200, body: summarySchema },
  errors: filterErrors,
});
