/** Adding to the collector's list by a program: one profile, by its address. */
import * as z from 'zod/mini';
import { MAX_ENTRIES } from './collector-limits.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { collectorEntrySchema } from './linkedin.ts';

export const addCollectedPerson = endpoint({
  method: 'POST',
  path: '/collected-people',
  access: 'session',
  right: 'collect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary:
    'Add a LinkedIn profile to the list that your collector works through the next time it runs; one that is in the list stays as it is, and who asked to be erased is held back',
  body: z.strictObject({ url: lineText(2048) }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** The entry in the list; empty where the person is held back. */
      users: z.array(collectorEntrySchema),
      added: z.int(),
      existing: z.int(),
      held_back: z.int(),
    }),
  },
  errors: ['STORAGE.FULL', 'PROFILE.URL_INVALID', 'AUTH.SUBSCRIPTION_REQUIRED'],
  storageLimits: [MAX_ENTRIES],
});
