/** Deletes the contacts of people who were erased from a CRM, as far as a run created them. */
import type { CrmConnector } from '../../connectors/crm-connector.ts';
import { inBatches } from '../../database/in-batches.ts';
import { type Performance, Undeliverable } from '../destinations/performer.ts';

export async function withdrawRecords(
  { delivery: { task }, signal }: Pick<Performance, 'delivery' | 'signal'>,
  connector: CrmConnector,
): Promise<void> {
  if (task.kind !== 'withdraw') throw new Undeliverable('There is nothing to withdraw.');
  for (const ids of inBatches(task.recordIds, connector.batchSize)) {
    const outcomes = await connector.deleteRecords(ids, signal);
    const refused = outcomes.find(({ state }) => state === 'refused');
    if (refused?.state === 'refused') throw new Error(refused.reason);
  }
}
