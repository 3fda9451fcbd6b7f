import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BusyDestination, RefusedByDestination } from '../../connectors/connector.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { LostLease } from '../../leased-work/leases.ts';
import { accountIdOf } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { listDeliveriesOf, sendAgain } from './deliveries.service.ts';
import { createDestinationMetrics, type DestinationMetrics } from './destination-metrics.ts';
import { destinationKeys, openSecrets } from './destination-secret.ts';
import { changeWorkspaceDestination, createWorkspaceDestination, listWorkspaceDestinations } from './destinations.service.ts';
import { createDestinationTries } from './perform-delivery.ts';
import { type Performer, Undeliverable } from './performer.ts';
import { queueDeliveries } from './queue-deliveries.service.ts';
import { resealDestinations } from './reseal-destinations.service.ts';
import { createDestinationSender } from './send-deliveries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EMAIL = 'owner@example.com';
const SECRET = 'https://hooks.slack.example/services/T0/B0/a-secret';

describe('deliveries to destinations', () => {
  let server: TestServer;
  let workspaceId: WorkspaceId;
  /** The messages that were performed, in their order. */
  let performed: number[];
  let perform: Performer;
  let isEntitled: boolean;
  let onTried: DestinationMetrics['tried'] | undefined;

  beforeAll(async () => {
    // Nothing is sent by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false });
    await server.database.execute(sql`insert into accounts (email, verified_at) values (${EMAIL}, now())`);
  });
  beforeEach(async () => {
    await server.database.execute(sql`delete from destinations`);
    workspaceId = await accountIdOf(server, EMAIL);
    performed = [];
    isEntitled = true;
    perform = async ({ delivery: { task } }) => {
      if (task.kind === 'alert') performed.push(task.messageId);
      return undefined;
    };
  });
  afterAll(() => server.close());

  const owner = () => ({ workspaceId, accountId: workspaceId, email: EMAIL });
  const create = async (name = 'Sales') =>
    (await createWorkspaceDestination(server.platform, owner(), { kind: 'slack', name, url: SECRET })).id;
  const queue = (destinationId: string, ...messages: readonly number[]) =>
    queueDeliveries(
      server.database,
      messages.map((messageId) => ({
        ...{ workspaceId, destinationId, event: 'alert.fired' },
        task: { kind: 'alert', messageId },
      })),
      server.clock.now(),
    );
  function sender() {
    const readRecipient = async () => ({ email: EMAIL, mayBeNotified: isEntitled });
    const performers = { alert: (performance: Parameters<Performer>[0]) => perform(performance) };
    const tries = createDestinationTries({ platform: server.platform, performers, readRecipient, onTried });
    const onError = (error: unknown) => {
      throw error;
    };
    return createDestinationSender({ platform: server.platform, tries, onError });
  }
  async function sendDue(): Promise<void> {
    const one = sender();
    await one.startDue();
    await one.settled();
  }
  const deliveriesOf = async (id: string) => (await listDeliveriesOf(server.platform, workspaceId, id, {})).data.reverse();
  const statesOf = async (id: string) => (await deliveriesOf(id)).map(({ state }) => state);
  const find = async (id: string) =>
    (await listWorkspaceDestinations(server.platform, workspaceId)).data.find((one) => one.id === id);
  const change = (id: string, changes: object) => changeWorkspaceDestination(server.platform, owner(), id, changes);

  it('each is performed once, one at a time and in the order in which they were queued', async () => {
    const id = await create();
    await queue(id, 1, 2, 3);
    server.clock.advance(1_000);
    await queue(id, 4);
    let [underWay, most] = [0, 0];
    perform = async ({ delivery: { task } }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await server.database.execute(sql`select pg_sleep(0.02)`);
      if (task.kind === 'alert') performed.push(task.messageId);
      underWay -= 1;
      return { answer: 'ok' };
    };
    const senders = [sender(), sender(), sender()];
    await Promise.all(senders.map((one) => one.startDue()));
    for (const one of senders) await one.settled();
    await sendDue();
    expect(performed).toEqual([1, 2, 3, 4]);
    expect(most).toBe(1);
    expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    expect((await deliveriesOf(id))[0]?.tries).toEqual([
      { at: server.clock.now().toISOString(), status: null, error: null, ms: expect.any(Number), answer: 'ok' },
    ]);
  });

  it('metrics count tries by kind and outcome, and say how long the oldest waits', async () => {
    const metrics = createDestinationMetrics(server.platform);
    onTried = metrics.tried;
    const lines = async () =>
      (await metrics.registry.metrics()).split('\n').filter((line) => line.includes('kind="slack"') && !line.endsWith(' 0'));
    const id = await create();
    expect(await lines()).toEqual([]);
    await queue(id, 1, 2);
    server.clock.advance(90_000);
    expect(await lines()).toEqual([
      'destination_deliveries_waiting{kind="slack"} 2',
      'destination_delivery_oldest_seconds{kind="slack"} 90',
    ]);
    const problems = [new Error('away'), new BusyDestination('later', server.clock.now()), new Undeliverable('gone'), null];
    const usual = perform;
    perform = async (performance) => {
      const problem = problems.shift() ?? null;
      if (problem !== null) throw problem;
      return usual(performance);
    };
    for (let round = 0; round < 4; round += 1) {
      await sendDue();
      server.clock.advance(24 * 3_600_000);
    }
    onTried = undefined;
    expect(await lines()).toEqual([
      'destination_tries_total{kind="slack",outcome="delivered"} 1',
      'destination_tries_total{kind="slack",outcome="busy"} 1',
      'destination_tries_total{kind="slack",outcome="failed"} 1',
      'destination_tries_total{kind="slack",outcome="given_up"} 1',
    ]);
  });

  it('later ones wait for one that failed, and it is tried again as webhooks are', async () => {
    const id = await create();
    await queue(id, 1, 2);
    let failures = 2;
    const usual = perform;
    perform = async (performance) => {
      failures -= 1;
      if (failures >= 0) throw new Error(`Slack could not be reached: ${SECRET}`);
      return usual(performance);
    };
    await sendDue();
    await sendDue();
    expect(failures).toBe(1);
    expect(await statesOf(id)).toEqual(['waiting', 'waiting']);
    // A secret that the other side repeats is not kept.
    expect((await deliveriesOf(id))[0]?.tries[0]?.error).toBe('Slack could not be reached: …');
    server.clock.advance(5_000);
    await sendDue();
    expect(failures).toBe(0);
    server.clock.advance(4 * MINUTE);
    await sendDue();
    expect(performed).toEqual([]);
    server.clock.advance(MINUTE);
    await sendDue();
    expect(performed).toEqual([1, 2]);
    expect(await find(id)).toMatchObject({ state: 'active' });
  });

  it('no destination waits for another one, but a workspace has two under way', async () => {
    const ids = [await create('A'), await create('B'), await create('C')];
    for (const [at, id] of ids.entries()) await queue(id, at + 1, at + 11);
    const waiting = Promise.withResolvers<void>();
    perform = async ({ delivery: { task } }) => {
      if (task.kind === 'alert') performed.push(task.messageId);
      await waiting.promise;
      return undefined;
    };
    const one = sender();
    await one.startDue();
    await one.startDue();
    expect(performed).toHaveLength(2);
    waiting.resolve();
    await one.settled();
    expect(performed.sort((a, b) => a - b)).toEqual([1, 2, 3, 11, 12, 13]);
  });

  it('one that refuses is disabled, what waits for it fails, and its maker is told', async () => {
    const id = await create();
    await queue(id, 1, 2);
    perform = async () => {
      throw new RefusedByDestination('The Slack webhook was removed.');
    };
    await sendDue();
    expect(await find(id)).toMatchObject({ state: 'disabled', reason: 'The Slack webhook was removed.' });
    expect(await statesOf(id)).toEqual(['failed', 'failed']);
    const { rows } = await server.database.execute(sql`select title from alert_messages order by id desc limit 1`);
    expect(rows[0]?.title).toBe('Your Slack destination “Sales” was disabled: The Slack webhook was removed.');
    expect(await queue(id, 3)).toEqual([]);
  });

  it('one that asks for patience is left alone until then, and has not failed', async () => {
    const id = await create();
    await queue(id, 1);
    const usual = perform;
    perform = async () => {
      throw new BusyDestination('The daily limit is reached.', new Date(server.clock.now().getTime() + 3 * HOUR));
    };
    await sendDue();
    perform = usual;
    server.clock.advance(2 * HOUR);
    await sendDue();
    expect(performed).toEqual([]);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', tries: [{ error: 'The daily limit is reached.' }] });
    const { rows } = await server.database.execute(sql`select failures, failing_since from destination_deliveries
      join destinations on destinations.id = destination_id`);
    expect(rows).toEqual([{ failures: 0, failing_since: null }]);
    server.clock.advance(HOUR);
    await sendDue();
    expect(performed).toEqual([1]);
  });

  it('what is gone is given up at once, and the next one goes', async () => {
    const id = await create();
    await queue(id, 1, 2);
    const usual = perform;
    perform = async (performance) => {
      if (performance.delivery.task.kind === 'alert' && performance.delivery.task.messageId === 1)
        throw new Undeliverable('The message is not kept any more.');
      return usual(performance);
    };
    await sendDue();
    await sendDue();
    expect(await statesOf(id)).toEqual(['failed', 'delivered']);
    expect(await find(id)).toMatchObject({ state: 'active' });
  });

  it('a try whose lease another server took writes nothing, and the other goes on where progress was saved', async () => {
    const id = await create();
    await queue(id, 1);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let late: unknown = null;
    perform = async ({ progress }) => {
      await progress.save({ batch: 1 });
      begun.resolve();
      await goOn.promise;
      late = await progress.save({ batch: 9 }).catch((error: unknown) => error);
      throw late;
    };
    const slow = sender();
    await slow.startDue();
    await begun.promise;
    server.clock.advance(61_000);
    const seen: unknown[] = [];
    perform = async ({ progress }) => {
      seen.push(progress.saved);
      return undefined;
    };
    await sendDue();
    goOn.resolve();
    await slow.settled();
    expect(seen).toEqual([{ batch: 1 }]);
    expect(late).toBeInstanceOf(LostLease);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', tries: [{ error: null }] });
  });

  it('a server that closes gives its delivery back at once, and does not count the try', async () => {
    const id = await create();
    await queue(id, 1);
    const begun = Promise.withResolvers<void>();
    const usual = perform;
    perform = async ({ signal }) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return undefined;
    };
    const closing = sender();
    await closing.startDue();
    await begun.promise;
    await closing.end();
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', tries: [] });
    perform = usual;
    await sendDue();
    expect(performed).toEqual([1]);
  });

  it('what belongs to a success is stored with it or not at all', async () => {
    const id = await create();
    await queue(id, 1);
    perform = async () => ({
      complete: async (transaction) => {
        await transaction.execute(sql`update destinations set name = 'told' where id = ${id}`);
        throw new Error('the database went away');
      },
    });
    await expect(sendDue()).rejects.toThrow();
    expect(await find(id)).toMatchObject({ name: 'Sales' });
    expect(await statesOf(id)).toEqual(['waiting']);
  });

  it('a paused one keeps what is queued until it is confirmed; one that is disabled by hand gives it up', async () => {
    const id = await create();
    await server.database.execute(
      sql`update destinations set state = 'disabled', paused_at = now(), reason = 'Confirm.' where id = ${id}`,
    );
    await queue(id, 1);
    await sendDue();
    expect(performed).toEqual([]);
    expect(await find(id)).toMatchObject({ state: 'paused', reason: 'Confirm.' });
    const [waiting] = await deliveriesOf(id);
    await expect(sendAgain(server.platform, workspaceId, id, waiting?.id ?? '')).rejects.toMatchObject({
      code: 'DESTINATION.DISABLED',
    });
    await change(id, { state: 'active' });
    await sendDue();
    expect(performed).toEqual([1]);
    server.clock.advance(1_000);
    await queue(id, 2);
    await change(id, { state: 'disabled' });
    expect(await statesOf(id)).toEqual(['delivered', 'failed']);
    await change(id, { state: 'active' });
    const [, failed] = await deliveriesOf(id);
    await sendAgain(server.platform, workspaceId, id, failed?.id ?? '');
    await sendDue();
    expect(performed).toEqual([1, 2]);
  });

  it('one that never succeeds for five days, or for which too much waits, is disabled', async () => {
    const [lost, crowded] = [await create('Lost'), await create('Crowded')];
    await queue(lost, 1);
    perform = async () => {
      throw new Error('nobody there');
    };
    await sendDue();
    server.clock.advance(5 * 24 * HOUR + MINUTE);
    await queue(crowded, ...Array.from({ length: 1_001 }, (_, at) => at));
    const one = sender();
    await one.disableDead();
    expect(await find(lost)).toMatchObject({ state: 'disabled', reason: 'No delivery succeeded for five days.' });
    expect(await find(crowded)).toMatchObject({ state: 'disabled', reason: 'More than 1,000 deliveries were waiting.' });
  });

  it('an account without a plan gets nothing delivered, and what is old is forgotten', async () => {
    const id = await create();
    await queue(id, 1);
    isEntitled = false;
    await sendDue();
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', tries: [{ error: expect.stringContaining('no active trial') }] },
    ]);
    server.clock.advance(31 * 24 * HOUR);
    await sender().forgetOld();
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it('secrets are sealed anew by a new secret of the server, and open only for their own destination', async () => {
    const [id, other] = [await create(), await create('Other')];
    const secrets = [Buffer.alloc(32, 7), ...server.platform.secrets] as const;
    expect(await resealDestinations({ database: server.database, secrets })).toBe(2);
    const { rows } = await server.database.execute<{ secret: Buffer }>(sql`select secret from destinations where id = ${id}`);
    const sealed = rows[0]?.secret ?? Buffer.alloc(0);
    expect(openSecrets(destinationKeys([secrets[0]]), id, sealed)).toEqual({ url: SECRET });
    expect(openSecrets(destinationKeys([secrets[0]]), other, sealed)).toBeNull();
    expect(openSecrets(destinationKeys(server.platform.secrets), id, sealed)).toBeNull();
  });
});
