import { once } from 'node:events';
import { createServer } from 'node:http';
import { createDestinationTries } from '@leadloom/server/modules/destinations/perform-delivery';
import { queueDeliveries } from '@leadloom/server/modules/destinations/queue-deliveries.service';
import { createDestinationSender } from '@leadloom/server/modules/destinations/send-deliveries';
import { collectLog } from '@leadloom/server/testing/log-lines';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, type Person, tell } from './testing/security.fixture.ts';

const CANARY = 'canary-7c2e9f';
const portSchema = z.object({ port: z.number() });
const createdSchema = z.object({ id: z.uuid() });
const tablesSchema = z.array(z.object({ name: z.string() }));
const crm = { object: 'companies', source: { kind: 'list', id: 1 }, key: 'domain', mapping: [] };

describe('secrets of destinations', () => {
  let server: TestServer;
  let person: Person;
  let origin: string;
  const { log, lines } = collectLog();
  const answers: string[] = [];
  const counts = { destinations: 0, answers: 0, 'requests that repeat secrets': 0, 'secrets found': 0 };
  /** Answers with all that it was sent, and with what a leaking vendor might say. */
  const leaking = createServer((request, response) => {
    counts['requests that repeat secrets'] += 1;
    response.writeHead(500, { 'x-leak': CANARY, 'content-type': 'text/plain' });
    response.end(`${request.url ?? ''} ${JSON.stringify(request.headers)} ${CANARY}-slack ${CANARY}-s3`);
  });

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { DESTINATION_PRIVATE: 'on' }, app: { log } });
    person = await addPerson(server);
    leaking.listen(0, '127.0.0.1');
    await once(leaking, 'listening');
    origin = `http://127.0.0.1:${portSchema.parse(leaking.address()).port}`;
  });
  afterAll(async () => {
    tell('secrets of destinations', counts);
    await server.close();
    leaking.closeAllConnections();
    await new Promise((resolve) => leaking.close(resolve));
  });

  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) {
    const answer = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: person.bearer,
      ...(payload && { payload }),
    });
    counts.answers += 1;
    answers.push(`${JSON.stringify(answer.headers)} ${answer.payload}`);
    return answer;
  }

  it('are in no answer, log, mail, failure or download, and in the database only sealed', async () => {
    const url = `${origin}/services/${CANARY}-slack`;
    const secrets = ['s3', 'password', 'key', 'google', 'slack'].map((name) => `${CANARY}-${name}`);
    const contents = [
      {
        ...{ kind: 's3', name: 'A', endpoint: origin, region: 'x', bucket: 'leads', access_key_id: 'AK', path_style: true },
        secret_access_key: `${CANARY}-s3`,
      },
      { kind: 'sftp', name: 'B', host: '127.0.0.1', port: 9, username: 'x', folder: 'x', password: `${CANARY}-password` },
      { kind: 'sftp', name: 'C', host: '127.0.0.1', port: 9, username: 'x', folder: 'x', private_key: `${CANARY}-key` },
      {
        ...{ kind: 'google-sheets', name: 'D', spreadsheet_id: 'x', sheet: 'x' },
        service_account: { client_email: 'sheets@project.example', private_key: `${CANARY}-google`, other: `${CANARY}-other` },
      },
      { kind: 'slack', name: 'E', url },
    ];
    const ids: string[] = [];
    for (const content of contents) {
      const made = await call('POST', '/destinations', content);
      expect(made.statusCode, made.payload).toBe(201);
      ids.push(createdSchema.parse(made.json()).id);
    }
    counts.destinations = ids.length;
    // Refused, with the secret in the body.
    await call('POST', '/destinations', { ...contents[0], bucket: '', secret_access_key: `${CANARY}-refused` });
    await call('POST', '/destinations', { ...crm, kind: 'hubspot', name: 'F', access_token: `${CANARY}-hubspot` });
    for (const id of ids) {
      await call('POST', `/destinations/${id}/test`);
      await call('PATCH', `/destinations/${id}`, { name: 'Renamed' });
    }
    await queueDeliveries(
      server.database,
      ids.map((destinationId) => ({
        ...{ workspaceId: person.id, destinationId, event: 'alert.fired' },
        task: { kind: 'alert', messageId: 1 },
      })),
      server.clock.now(),
    );
    const { platform } = server;
    /** Repeats the secret that it was given, whole and in parts of an address. */
    const leak = async ({ destination }: { readonly destination: { readonly id: string; readonly kind: string } }) => {
      const secret = secrets[ids.indexOf(destination.id)];
      throw new Error(`the vendor said ${destination.kind === 'slack' ? `${url} and /services/${secret}` : secret}`);
    };
    const readRecipient = async () => ({ email: person.email, mayBeNotified: true });
    const tries = createDestinationTries({ platform, performers: { alert: leak }, readRecipient });
    const sender = createDestinationSender({ platform, tries, onError: (error) => log.error({ err: error }) });
    await sender.startDue();
    await sender.settled();
    for (const id of ids) await call('GET', `/destinations/${id}/deliveries`);
    await call('GET', '/destinations');
    await call('GET', '/alerts/messages');
    await call('GET', '/my-data');
    const { rows } = await server.database.$client.query(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const stored: string[] = [];
    for (const { name } of tablesSchema.parse(rows)) {
      const held = await server.database.$client.query(`select held::text as row from "${name}" held`);
      stored.push(...held.rows.map(({ row }) => `${name} ${String(row)}`));
      // What is bytes is searched as text, too.
      if (name === 'destinations') {
        const bytes = await server.database.$client.query<{ secret: Buffer }>('select secret from destinations');
        stored.push(...bytes.rows.map(({ secret }) => secret.toString('latin1')));
      }
    }
    const mails = server.mails.map((mail) => JSON.stringify(mail));
    const found = [...answers, ...lines, ...mails, ...stored].filter((text) => text.includes(CANARY));
    counts['secrets found'] = found.length;
    expect(found.map((text) => text.slice(0, 300))).toEqual([]);
    expect(counts['requests that repeat secrets']).toBeGreaterThan(0);
    expect(stored.filter((text) => text.includes('the vendor said')).length).toBeGreaterThan(0);
  });
});
