/**
 * Collections of records that Salesforce writes with one call, and what became of each. A call that is refused as a whole is sent
 * again in halves, so that one bad record costs only itself.
 */
import { z } from 'zod';
import { shortText } from '../answer-text.ts';
import { type SalesforceApi, type SalesforceCall, SalesforceRejection } from './salesforce-api.ts';

export const resultsSchema = z.array(
  z.object({
    id: z.string().nullish(),
    success: z.boolean(),
    errors: z.array(z.object({ statusCode: z.string().default(''), message: z.string().default('') })).default([]),
  }),
);

/** What Salesforce answers for one record; `isGone`: it was deleted, perhaps by a merge. */
export type Written = { readonly id: string } | { readonly id: null; readonly reason: string; readonly isGone: boolean };

const GONE = ['ENTITY_IS_DELETED', 'INVALID_CROSS_REFERENCE_KEY', 'NOT_FOUND'];

/** @returns in the order of the records */
export async function writeCollection(
  api: SalesforceApi,
  call: Pick<SalesforceCall, 'method' | 'path' | 'isRepeatable'>,
  records: readonly object[],
  signal: AbortSignal,
): Promise<readonly Written[]> {
  if (records.length === 0) return [];
  try {
    const results = await api.call({ ...call, body: { allOrNone: false, records } }, resultsSchema, signal);
    return records.map((_, at) => writtenOf(results[at]));
  } catch (error) {
    if (!(error instanceof SalesforceRejection)) throw error;
    if (records.length === 1) return [{ id: null, reason: error.message, isGone: false }];
    const middle = Math.ceil(records.length / 2);
    const first = await writeCollection(api, call, records.slice(0, middle), signal);
    return [...first, ...(await writeCollection(api, call, records.slice(middle), signal))];
  }
}

export function writtenOf(result: z.infer<typeof resultsSchema>[number] | undefined): Written {
  if (result?.success && result.id) return { id: result.id };
  const [error] = result?.errors ?? [];
  const reason = shortText(error?.message ?? '') || 'Salesforce did not say what became of it.';
  return { id: null, reason, isGone: GONE.includes(error?.statusCode ?? '') };
}
