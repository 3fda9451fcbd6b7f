/**
 * Batches of HubSpot's object API: what is sent, and what became of each item. A batch of which a part failed answers 207 and names
 * the items by their trace ids. A batch that is refused as a whole is sent again in halves, so that one bad item costs only itself.
 */
import { z } from 'zod';
import { shortText } from '../answer-text.ts';
import type { RecordOutcome } from '../crm-connector.ts';
import { type HubspotApi, type HubspotCall, HubspotRejection } from './hubspot-api.ts';

export const hubspotObjectSchema = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()).default({}),
  objectWriteTraceId: z.string().nullish(),
});
export type HubspotObject = z.infer<typeof hubspotObjectSchema>;

const errorSchema = z.object({
  category: z.string().default(''),
  message: z.string().default(''),
  context: z.record(z.string(), z.array(z.string())).nullish(),
});
export const batchSchema = z.object({
  results: z.array(hubspotObjectSchema).default([]),
  errors: z.array(errorSchema).default([]),
});
type BatchAnswer = z.infer<typeof batchSchema>;

export interface BatchItem {
  /** Names the item in the answer. */
  readonly trace: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The record that is changed; null: it is created. */
  readonly id: string | null;
}

const NO_WORD = 'HubSpot did not say what became of it.';

/** @returns outcomes in the order of the items */
export async function writeBatch(
  api: HubspotApi,
  call: Omit<HubspotCall, 'body'>,
  items: readonly BatchItem[],
  toOutcome: (written: HubspotObject, item: BatchItem) => RecordOutcome,
  signal: AbortSignal,
): Promise<readonly RecordOutcome[]> {
  if (items.length === 0) return [];
  const inputs = items.map(({ trace, input }) => ({ ...input, objectWriteTraceId: trace }));
  try {
    const answer = await api.call({ ...call, body: { inputs } }, batchSchema, signal);
    return items.map((item) => outcomeOf(answer, item, toOutcome));
  } catch (error) {
    if (!(error instanceof HubspotRejection)) throw error;
    if (items.length === 1) return [refusal(error.message)];
    const middle = Math.ceil(items.length / 2);
    const [first, second] = [items.slice(0, middle), items.slice(middle)];
    const done = await writeBatch(api, call, first, toOutcome, signal);
    return [...done, ...(await writeBatch(api, call, second, toOutcome, signal))];
  }
}

function outcomeOf(
  { results, errors }: BatchAnswer,
  item: BatchItem,
  toOutcome: (written: HubspotObject, item: BatchItem) => RecordOutcome,
): RecordOutcome {
  const written =
    results.find(({ objectWriteTraceId }) => objectWriteTraceId === item.trace) ?? results.find(({ id }) => id === item.id);
  if (written !== undefined) return toOutcome(written, item);
  const failed = errors.find(({ context }) => {
    const named = [...(context?.objectWriteTraceId ?? []), ...(context?.ids ?? []), ...(context?.id ?? [])];
    return named.includes(item.trace) || (item.id !== null && named.includes(item.id));
  });
  if (failed === undefined) return refusal(NO_WORD);
  return failed.category === 'OBJECT_NOT_FOUND' ? { state: 'gone' } : refusal(failed.message);
}

function refusal(message: string): RecordOutcome {
  return { state: 'refused', reason: shortText(message) || NO_WORD };
}
