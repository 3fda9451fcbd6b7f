/** Counts requests in the database as they are sent, so that the daily count survives a restart. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { Database } from '../../../database/database.ts';
import type { CountRequest } from '../../../sources/adapters.ts';
import { dayOf } from './daily-requests.ts';
import { addRequests } from './visits.repository.ts';

export interface RequestTally {
  readonly count: CountRequest;
  /** Resolves once all requests counted so far were written. A failed write is made up for by the next one. */
  written(): Promise<void>;
}

/** @param onRequest called for each request, for metrics */
export function createRequestTally(
  database: Database,
  network: NetworkName,
  { now, onRequest = () => undefined }: { readonly now: () => Date; readonly onRequest?: () => void },
): RequestTally {
  let unwritten = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const requests = unwritten;
    if (requests === 0) return;
    unwritten = 0;
    try {
      await addRequests(database, network, requests, dayOf(now()));
    } catch {
      unwritten += requests;
    }
  }

  return {
    count: () => {
      unwritten += 1;
      onRequest();
      writing = writing.then(write);
    },
    written: () => writing,
  };
}
