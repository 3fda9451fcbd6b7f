/** The monthly usage of an account, for programs that pace themselves. Screens read the same values from `/me`. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const speedLimit = (description: string) =>
  z.object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() }).check(z.describe(description));

export const storageUseSchema = z.object({
  used_bytes: z.int().check(z.describe('Bytes of all that the account stores, apart from raw answers of LinkedIn')),
  limit_bytes: z.int().check(z.describe('The limit; calls that store something are refused once it is reached')),
});

export const usageSchema = z.object({
  request_count: z.int().check(z.describe('Requests counted this month')),
  request_limit: z.nullable(z.int()).check(z.describe('The limit of the month; null if there is none')),
  export_count: z.int().check(z.describe('Rows exported this month')),
  export_limit: z.nullable(z.int()).check(z.describe('The limit of the month; null if there is none')),
  period_end: z.iso.datetime().check(z.describe('End of the calendar month in UTC, when both counts reset to 0')),
  /** Absent where a server of the version before answers. */
  member: z
    .optional(
      z.nullable(
        z.object({
          used: z.int().check(z.describe('Rows that the member exported this month and that were charged')),
          limit: z.int().check(z.describe('The most rows that may be charged for the member in a month')),
        }),
      ),
    )
    .check(z.describe('The caller’s own part of the workspace’s export limit; null if they have no part of their own')),
  storage: storageUseSchema,
  speed: z
    .nullable(
      z.object({
        second: speedLimit('Calls per second with this key'),
        minute: speedLimit('Calls per minute with this key'),
        account: speedLimit('Calls per minute with all keys of the account'),
      }),
    )
    .check(
      z.describe('What remains of the rate limits after this call; null in a session, which has no rate limits of this kind'),
    ),
});
export type Usage = z.infer<typeof usageSchema>;

export const getUsage = endpoint({
  method: 'GET',
  path: '/usage',
  access: 'session',
  apiKey: 'free',
  summary: 'Get the account’s usage this month and the remaining rate limits of the key',
  query: z.strictObject({}),
  success: { kind: 'json', status: 200, body: usageSchema },
  errors: [],
});
