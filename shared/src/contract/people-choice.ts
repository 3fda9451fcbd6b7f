/** The collected people that a request is about: some by their ids, or all who match filters. */
import * as z from 'zod/mini';
import { daySchema, momentSchema } from './list-parameters.ts';

const yesOrNo = z.optional(z.enum(['true', 'false']));
/** Filters for collected profiles; the same for list and file. */
export const profileFilters = {
  /** Words. Each must start a word in name, headline, company, location or email. */
  query: z.optional(z.string().check(z.maxLength(200))),
  country: z.optional(z.string().check(z.maxLength(100))),
  company: z.optional(z.string().check(z.maxLength(200))),
  /** Tags separated by commas; a profile must have all of them. */
  tags: z.optional(z.string().check(z.maxLength(1000))),
  /** The id of a list of collected people. */
  list: z.optional(z.string().check(z.regex(/^(?:[1-9]\d{0,14})?$/, 'must be the id of a list'))),
  with_email: yesOrNo,
  /** Profiles with an incomplete section; `false`: those without one. */
  incomplete: yesOrNo,
  /** People who were chosen to be collected again; `false`: the others. */
  collect_again: yesOrNo,
  /** Profiles added or changed later than this moment. */
  updated_after: z.optional(momentSchema),
  /** Calendar days in UTC, both inclusive. */
  collected_after: z.optional(daySchema),
  collected_before: z.optional(daySchema),
} as const;
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
export const peopleChoiceErrors = ['PROFILE.TOO_MANY_AT_ONCE', 'ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE'] as const;
