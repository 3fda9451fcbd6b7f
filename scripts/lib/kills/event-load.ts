/**
 * Load for kills while webhooks are delivered: accounts whose events are committed one after the other, and a receiver that
 * notes what arrives. Events are written to the database as the server's own modules write them, so that each commit that was
 * acknowledged is known here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/src/database/database.ts';
import { personalWorkspaceOf } from '../../../server/src/http/workspace-id.ts';
import { recordWebhookEvents } from '../../../server/src/modules/events/webhook-events.service.ts';
import { startWebhookReceiver } from '../../../server/src/testing/webhook-receiver.ts';
import { createWebhook } from '../../../shared/src/contract/webhooks.ts';
import type { KillLoad } from './kill-load.ts';
import { openDatabase, openOwner } from './owner.ts';

const ACCOUNTS = 4;
/** Milliseconds between two events of an account, and after one that failed. */
const PAUSE = 20;
const PAUSE_AFTER_FAILURE = 200;
const LOOK = 50;
/** Milliseconds after which a commit counts as not acknowledged. */
const ANSWER_LIMIT = 10_000;
/** Milliseconds in which everything has to arrive once nothing is killed: longer than two leases. */
const ARRIVAL_LIMIT = 180_000;

export interface EventLoad extends KillLoad {
  /**
   * Counts of arrived requests: events that nobody had written, events under more than one id, and requests beyond the
   * first of an event.
   */
  counts(): { readonly invented: number; readonly renamed: number; readonly repeated: number };
}

/** @param server its origin @param dataDir of the server */
export async function startEventLoad(server: string, dataDir: string): Promise<EventLoad> {
  const receiver = await startWebhookReceiver();
  const written = new Set<number>();
  const acknowledged = new Map<number, number>();
  let isStopping = false;
  let last = 0;

  async function write(owner: number): Promise<void> {
    let database: Database | null = null;
    while (!isStopping) {
      last += 1;
      const event = last;
      try {
        database ??= await openDatabase(dataDir);
        written.add(event);
        const data = { export_id: event, kind: 'table', table: 'companies', rows: 1 } as const;
        const committed = database.transaction((transaction) =>
          recordWebhookEvents(transaction, personalWorkspaceOf(owner), [{ type: 'export.finished', data }], new Date()),
        );
        await within(committed, ANSWER_LIMIT);
        acknowledged.set(event, performance.now());
        await sleep(PAUSE);
      } catch {
        // The database was killed. Whether the event was committed is not known.
        close(database);
        database = null;
        await sleep(PAUSE_AFTER_FAILURE);
      }
    }
    close(database);
  }

  const owners: number[] = [];
  for (let made = 0; made < ACCOUNTS; made += 1) owners.push(await openSubscriber(server, dataDir, receiver.url));
  const running = Promise.all(owners.map(write));
  running.catch(() => undefined);

  const arrived = () => {
    const idsByEvent = new Map<number, Set<string>>();
    for (const { event, headers } of receiver.requests) {
      const id = Number(event.data.export_id);
      idsByEvent.set(id, (idsByEvent.get(id) ?? new Set()).add(headers['webhook-id'] ?? ''));
    }
    return idsByEvent;
  };
  const missing = () => {
    const seen = arrived();
    return [...acknowledged.keys()].filter((event) => !seen.has(event));
  };

  return {
    acknowledged: () => acknowledged.size,
    untilAllWrite: async (limit) => {
      const since = performance.now();
      let looked = receiver.requests.length;
      for (;;) {
        const fresh = receiver.requests.slice(looked);
        looked += fresh.length;
        if (fresh.some(({ event }) => (acknowledged.get(Number(event.data.export_id)) ?? 0) > since)) return;
        if (performance.now() - since > limit) {
          const counts = `${written.size} written, ${acknowledged.size} acknowledged, ${receiver.requests.length} received`;
          throw new Error(`no event has arrived for ${Math.round(limit / 1000)} s: ${counts}`);
        }
        await Promise.race([sleep(LOOK), running]);
      }
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
    countLost: async () => {
      const since = performance.now();
      while (missing().length > 0 && performance.now() - since < ARRIVAL_LIMIT) await sleep(LOOK * 10);
      const lost = missing().length;
      await receiver.close();
      return lost;
    },
    counts: () => {
      const seen = arrived();
      const events = [...seen];
      return {
        invented: events.filter(([event]) => !written.has(event)).length,
        renamed: events.filter(([, ids]) => ids.size > 1).length,
        repeated: receiver.requests.length - seen.size,
      };
    },
  };
}

/** A connection whose other end was killed may never answer. */
async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const late = sleep(milliseconds, null, { ref: false }).then(() => {
    throw new Error('the database does not answer');
  });
  return Promise.race([work, late]);
}

/** Closes a connection without waiting, for the same reason. */
function close(database: Database | null): void {
  database?.$client.end().catch(() => undefined);
}

/** An account that may be notified, with a webhook. @returns its id */
async function openSubscriber(server: string, dataDir: string, url: string): Promise<number> {
  const database = await openDatabase(dataDir);
  try {
    const { account, id } = await openOwner(server, database);
    const answer = await account.call('POST', createWebhook.path, { url, events: ['export.finished'] });
    if (answer.status !== 201) throw new Error(`a webhook was not made: ${answer.status} ${answer.code}`);
    return id;
  } finally {
    await database.$client.end();
  }
}
