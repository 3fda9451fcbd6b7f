import { once } from 'node:events';
import { createServer, type LookupFunction } from 'node:net';
import { createWebhookDeliverer } from '@leadloom/server/modules/webhooks/deliver-webhooks';
import { sendRequest } from '@leadloom/server/modules/webhooks/send-request';
import { createDeliveryTries } from '@leadloom/server/modules/webhooks/try-delivery';
import { collectLog } from '@leadloom/server/testing/log-lines';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { startWebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { deliverySchema, webhookWithSecretSchema } from '@leadloom/shared/contract/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, type Person, tell } from './testing/security.fixture.ts';

/** The rate limit, which is not tested here, allows more. */
const CALLS_OF_ONE = 50;
/** What a try of a name without a public address takes; shorter than by default. */
const NAME_MS = 1_000;
const portSchema = z.object({ port: z.number() });
const privateAddresses = [
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.168.1.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fc00::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001:0:7f00:1::', 'fd00:ec2::254'],
];
/** Hosts that mean an address in there, or this machine, to one program or another. */
const spellings = [
  ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '127.0.1', '127.000.000.001', '127.0.0.1.'],
  ...['①②⑦.⓪.⓪.①', '１２７．０．０．１', '127。0。0。1', '%31%32%37.0.0.1', '0', '0x0', '3232235777', '0xa9fea9fe'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'db.localhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:7f00:1]',
    '[::ffff:a00:1]',
  ],
];
const unusable = [
  ...['ftp://hooks.example.com/', 'file:///etc/passwd', 'data:,x', 'javascript:alert(1)', 'gopher://hooks.example.com/_x'],
  ...['hooks.example.com', '//hooks.example.com', 'https://', 'https://a:b@hooks.example.com/', 'https://a@hooks.example.com/'],
  ...[
    'https://hooks.example.com/#part',
    'https://127.0.0.1@hooks.example.com/',
    'http://hooks.example.com/',
    'https://[::1',
    'https://a b/',
  ],
];

describe('receivers of webhooks', () => {
  let server: TestServer;
  let person: Person;
  const { log, lines } = collectLog();
  /** Nothing may arrive here. */
  const inside = createServer((socket) => {
    counts['connections inside'] += 1;
    socket.destroy();
  });
  let insidePort = 0;
  const counts = {
    'addresses refused': 0,
    'names that lead inside': 0,
    redirects: 0,
    'connections inside': 0,
    'secrets found': 0,
  };

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, app: { log } });
    person = await addPerson(server);
    inside.listen(0);
    await once(inside, 'listening');
    insidePort = portSchema.parse(inside.address()).port;
  });
  afterAll(async () => {
    tell('receivers of webhooks', counts);
    await new Promise((resolve) => inside.close(resolve));
    await server.close();
  });

  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, to: TestServer = server, as = person) {
    const answer = await to.app.inject({
      method,
      url: `/api/v1/webhooks${path}`,
      headers: as.bearer,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json() };
  }
  async function create(url: string, to: TestServer = server, as = person) {
    const { status, body } = await call('POST', '', { url, events: ['export.finished'] }, to, as);
    expect(status, JSON.stringify(body)).toBe(201);
    return webhookWithSecretSchema.parse(body);
  }
  async function deliverDue(to: TestServer, lookup?: LookupFunction): Promise<void> {
    const { platform } = to;
    const readRecipient = async () => ({ email: person.email, mayBeNotified: true });
    const tries = createDeliveryTries({ platform, readRecipient, request: { lookup, nameMs: NAME_MS } });
    const deliverer = createWebhookDeliverer({ platform, tries, onError: (error) => log.error({ err: error }) });
    await deliverer.startDue();
    await deliverer.settled();
  }
  const resolvingTo =
    (address: string): LookupFunction =>
    (_, __, callback) =>
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  const deliveriesOf = async (id: string) => z.array(deliverySchema).parse((await call('GET', `/${id}/deliveries`)).body.data);

  it('private addresses in every spelling, and addresses that are none, are refused when a webhook is made or changed', async () => {
    const hosts = [...spellings, ...privateAddresses.map((address) => (address.includes(':') ? `[${address}]` : address))];
    const wrong = [...hosts.flatMap((host) => [`https://${host}/`, `http://${host}:${insidePort}/x`]), ...unusable];
    let id = '';
    for (const [index, url] of wrong.entries()) {
      if (index % CALLS_OF_ONE === 0) {
        person = await addPerson(server);
        id = (await create('https://hooks.example.com/')).id;
      }
      const made = await call('POST', '', { url, events: ['export.finished'] });
      expect(made, url).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^WEBHOOK\.URL_/) } });
      const changed = await call('PATCH', `/${id}`, { url });
      expect(changed, url).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^WEBHOOK\.URL_/) } });
      counts['addresses refused'] += 2;
    }
    const { rows } = await server.database.$client.query('select distinct url from webhooks');
    expect(rows).toEqual([{ url: 'https://hooks.example.com/' }]);
  });

  it('no request goes to a private address, whatever a name resolves to', async () => {
    const signal = new AbortController().signal;
    for (const address of privateAddresses) {
      counts['names that lead inside'] += 1;
      const url = new URL(`https://hooks.example.com:${insidePort}/`);
      const outcome = await sendRequest({ url, headers: {}, body: '{}', signal }, { lookup: resolvingTo(address), nameMs: 20 });
      expect(outcome, address).toMatchObject({ status: null, error: 'hooks.example.com has no public address' });
    }
    expect(counts['connections inside']).toBe(0);
  });

  it('a name that leads inside cannot be told from one that does not exist, nor from one that nobody answers for', async () => {
    const absent: LookupFunction = (hostname, _, callback) => {
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
      setTimeout(() => callback(error, []), 0.9 * NAME_MS);
    };
    const silent: LookupFunction = () => undefined;
    const known: { readonly tries: readonly object[]; readonly took: number }[] = [];
    for (const lookup of [resolvingTo('10.0.0.1'), absent, silent]) {
      const { id } = await create('https://wiki.corp.example/');
      await call('POST', `/${id}/test`);
      const started = performance.now();
      await deliverDue(server, lookup);
      const took = performance.now() - started;
      const [delivery] = await deliveriesOf(id);
      known.push({
        tries: (delivery?.tries ?? []).map(({ at: _at, ms, ...rest }) => ({ ...rest, isEarly: ms < NAME_MS })),
        took,
      });
      await server.database.$client.query('delete from webhooks');
    }
    const [first] = known;
    expect(first?.tries).toEqual([
      { status: null, error: 'wiki.corp.example has no public address', answer: null, isEarly: false },
    ]);
    for (const { tries, took } of known) {
      expect(tries).toEqual(first?.tries);
      // The lookups differ by nearly the whole time.
      expect(took).toBeLessThan(1.7 * NAME_MS);
    }
  });

  it('a delivery to a name that leads inside fails with this reason', async () => {
    const { id } = await create(`https://hooks.example.com:${insidePort}/`);
    await call('POST', `/${id}/test`);
    await deliverDue(server, resolvingTo('10.0.0.1'));
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: 'waiting', tries: [{ error: 'hooks.example.com has no public address' }] });
  });

  it('an address on this machine that was allowed is not connected to once the setting is off', async () => {
    const { id } = await create('https://hooks.example.com/');
    await server.database.$client.query('update webhooks set url = $1 where id = $2', [`http://127.0.0.1:${insidePort}/`, id]);
    await call('POST', `/${id}/test`);
    await deliverDue(server);
    const [delivery] = await deliveriesOf(id);
    expect(delivery?.tries).toMatchObject([{ status: null, error: 'the address is private or not valid' }]);
    expect(counts['connections inside']).toBe(0);
  });

  it('redirects are not followed, and the setting allows three names of this machine alone', async () => {
    const open = await startTestServer({ doesJobs: false, environment: { WEBHOOK_LOOPBACK: 'on' } });
    const receiver = await startWebhookReceiver();
    try {
      const own = await addPerson(open);
      for (const host of ['127.0.0.2', '0.0.0.0', '10.0.0.1', '[::ffff:127.0.0.1]', 'localhost.', 'x.localhost'])
        expect((await call('POST', '', { url: `http://${host}/`, events: ['export.finished'] }, open, own)).status, host).toBe(
          400,
        );
      const { id } = await create(receiver.url, open, own);
      await create(`http://localhost:${insidePort}/`, open, own);
      await create(`http://[::1]:${insidePort}/`, open, own);
      const statuses = [301, 302, 303, 307, 308];
      for (const status of statuses) {
        receiver.answer = (response) => void response.writeHead(status, { location: `http://127.0.0.1:${insidePort}/` }).end();
        await call('POST', `/${id}/test`, undefined, open, own);
        await deliverDue(open);
        counts.redirects += 1;
      }
      expect(receiver.requests).toHaveLength(statuses.length);
      expect(counts['connections inside']).toBe(0);
    } finally {
      await receiver.close();
      await open.close();
    }
  });

  it('no secret and no address of a receiver is in the log, and no secret in the owner’s data or in lists', async () => {
    const { id, secret } = await create('https://hooks.example.com/a-secret-part-of-the-address');
    const rotated = webhookWithSecretSchema.parse((await call('POST', `/${id}/rotate-secret`)).body);
    await call('POST', `/${id}/test`);
    await deliverDue(server, resolvingTo('10.0.0.1'));
    const mine = await server.app.inject({ url: '/api/v1/my-data', headers: person.bearer });
    expect(mine.statusCode).toBe(200);
    expect(mine.payload).toContain('a-secret-part-of-the-address');
    const listed = JSON.stringify([await call('GET', ''), await call('GET', `/${id}/deliveries`)]);
    const bytes = [secret, rotated.secret].map((text) => text.slice('whsec_'.length));
    for (const text of bytes.flatMap((base64) => [base64, Buffer.from(base64, 'base64').toString('hex')]))
      for (const place of [mine.payload, listed, lines.join('\n')]) if (place.includes(text)) counts['secrets found'] += 1;
    expect(counts['secrets found']).toBe(0);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain('a-secret-part-of-the-address');
  });
});
