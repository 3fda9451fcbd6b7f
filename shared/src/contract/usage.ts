/** What an account used of its month, for programs that pace themselves. Screens read the same from `/me`. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const speedLimit = (description: string) =>
  z.object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() }).describe(description);

export const usageSchema = z.object({
  request_count: z.int().describe('Requests counted this month'),
  request_limit: z.int().nullable().describe('How many there may be; null: no limit'),
  export_count: z.int().describe('Rows exported this month'),
  export_limit: z.int().nullable().describe('How many there may be; null: no limit'),
  period_end: z.iso.datetime().describe('End of the calendar month in UTC, when both counts return to 0'),
  speed: z
    .object({
      second: speedLimit('Calls with this key in a second'),
      minute: speedLimit('Calls with this key in a minute'),
      account: speedLimit('Calls with all keys of the account in a minute'),
    })
    .nullable()
    .describe('What is left of the speed limits after this call; null in a session, which has none of these'),
});
export type Usage = z.infer<typeof usageSchema>;

export const getUsage = endpoint({
  method: 'GET',
  path: '/usage',
  access: 'session',
  apiKey: 'free',
  summary: 'What the account used this month, and how fast the key may still call',
  query: z.strictObject({}),
  success: { kind: 'json', status: 200, body: usageSchema },
  errors: [],
});
