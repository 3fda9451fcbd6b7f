/** The collected people that a request is about: some by their ids, or all who match filters. */
import * as z from 'zod/mini';
import { collectedPeople } from '../tables/collected-people.ts';
import { filterShape } from '../tables/filter-query.ts';
import { momentSchema } from './list-parameters.ts';

/**
 * Filters for collected people, the same for list and file: those of their definition, and of rows of Companies that they work
 * for (`company.country`), which need what that table needs.
 */
export const profileFilters = {
  ...filterShape(collectedPeople),
  /** Words, also with "a phrase", -exclusion and OR; or the address of a person. */
  query: z.optional(z.string().check(z.maxLength(200))),
  /** Tags separated by commas; a person must have all of them. */
  tags: z.optional(z.string().check(z.maxLength(1000))),
  /** People added or changed later than this moment. */
  updated_after: z.optional(momentSchema),
};
export const profileFiltersSchema = z.strictObject(profileFilters);

/**
 * People who are deleted, tagged or chosen to be collected again in one call: other actions of the account on them wait
 * meanwhile.
 */
export const MAX_PEOPLE_AT_ONCE = 10_000;
const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
/** Either some people by their ids, or all who match filters. */
export const peopleChoice = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_PEOPLE_AT_ONCE))),
  filters: z.optional(profileFiltersSchema),
};
/** Errors of a choice of people by filters. */
export const peopleChoiceErrors = [
  'PROFILE.TOO_MANY_AT_ONCE',
  'ROW_LIST.NOT_FOUND',
  'ROW_LIST.OTHER_TABLE',
  'AUTH.SUBSCRIPTION_REQUIRED',
  'AUTH.NOT_VERIFIED',
] as const;
