/** Actions on collected people: on some by their ids, or on all who match filters. */
import * as z from 'zod/mini';
import { MAX_TAGGED_PEOPLE } from './collector-limits.ts';
import { endpoint } from './endpoint.ts';
import { namesOne, ONE_CHOICE } from './one-choice.ts';
import { peopleChoice, peopleChoiceErrors } from './people-choice.ts';
import { MAX_RECOLLECTIONS, recollectionInterval } from './recollections.ts';
import { tagText } from './tag-text.ts';

export const deleteProfiles = endpoint({
  method: 'DELETE',
  path: '/linkedin/users',
  access: 'session',
  stores: false,
  summary: 'Erase collected profiles with all their data; their entries in the list become uncollected',
  body: z
    .strictObject({
      ...peopleChoice,
      /** The number of matching people that was shown: nobody is erased if another number matches by then. */
      expected: z.optional(z.int().check(z.nonnegative())),
    })
    .check(z.refine(namesOne, ONE_CHOICE)),
  bodyLimit: 1024 * 1024,
  success: { kind: 'json', status: 200, body: z.object({ deleted: z.int() }) },
  errors: ['PROFILE.OTHERS_MATCH', ...peopleChoiceErrors],
});

const addition = z.uuid();

export const tagProfiles = endpoint({
  method: 'POST',
  path: '/linkedin/users/tags',
  access: 'session',
  stores: true,
  summary: 'Add tags to collected profiles, or remove them',
  body: z
    .strictObject({
      ...peopleChoice,
      add: z._default(z.array(tagText).check(z.maxLength(20)), []),
      remove: z._default(z.array(tagText).check(z.maxLength(20)), []),
    })
    .check(z.refine(namesOne, ONE_CHOICE)),
  bodyLimit: 1024 * 1024,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** The number of chosen people. */
      people: z.int(),
      /** The number of those whose tags changed. */
      changed: z.int(),
      /** The number of those who got a tag that they did not have. */
      tagged: z.int(),
      /** Names what this call added, so that exactly this can be taken back. */
      addition,
    }),
  },
  errors: ['STORAGE.FULL', 'TAGS.LIMIT_REACHED', ...peopleChoiceErrors],
  storageLimits: [MAX_TAGGED_PEOPLE],
});

export const untagProfiles = endpoint({
  method: 'DELETE',
  path: '/linkedin/users/tags',
  access: 'session',
  stores: false,
  summary: 'Remove the tags that one call added to collected profiles',
  body: z.strictObject({ addition }),
  success: { kind: 'json', status: 200, body: z.object({ people: z.int() }) },
  errors: [],
});

export const setRecollections = endpoint({
  method: 'PUT',
  path: '/linkedin/recollections',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Choose how often people are to be collected again',
  body: z
    .strictObject({
      ...peopleChoice,
      /** The interval; null: never again. */
      every: z.nullable(recollectionInterval),
    })
    .check(z.refine(namesOne, ONE_CHOICE)),
  bodyLimit: 1024 * 1024,
  /** `total`: all people of the account who are to be collected again. */
  success: { kind: 'json', status: 200, body: z.object({ changed: z.int(), total: z.int() }) },
  errors: ['STORAGE.FULL', 'PROFILE.NOT_FOUND', 'RECOLLECTIONS.LIMIT_REACHED', ...peopleChoiceErrors],
  storageLimits: [MAX_RECOLLECTIONS],
});
