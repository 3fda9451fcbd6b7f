import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail } from '@leadloom/server/mail/mailer';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type Person, tell } from './testing/security.fixture.ts';

/** What the mail server takes for a mail. */
const SLOW_MS = 100;
const ALERTS = 30;
const COMMITS = 12;
const SOON = { timeout: 30_000, interval: 20 };

describe('mails that an account asks for', () => {
  let server: TestServer;
  let flooder: Person;
  let owner: Person;
  const sent: Mail[] = [];
  const counts = { 'messages of the flood': 0, 'mails of the flood': 0, 'mails before another’s reset': 0 };

  beforeAll(async () => {
    const slow = {
      send: async (mail: Mail) => {
        if (sent.length > 0) await sleep(SLOW_MS);
        sent.push(mail);
        server.mails.push(mail);
      },
    };
    server = await startTestServer({ platform: { mailer: slow } });
    flooder = await addPerson(server);
    owner = await addPerson(server);
  });
  afterAll(async () => {
    tell('mails that an account asks for', counts);
    await server.close();
  });

  async function post(path: string, payload: object) {
    const answer = await server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: flooder.bearer, payload });
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    return answer.json();
  }
  const messages = async () =>
    (await server.database.$client.query('select from alert_messages where alert_id is not null')).rows.length;

  it('another account’s reset mail arrives before what an account’s alerts have told', async () => {
    const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };
    const view = await post('/table-views', { table: 'companies', name: 'Norway', state, is_default: false });
    for (let at = 0; at < ALERTS; at += 1)
      await post('/alerts', {
        name: `Norway ${at}`,
        watch: { kind: 'view', id: view.id },
        on: ['added'],
        every: 'instant',
        by: ['mail'],
      });
    const before = sent.length;
    for (let commit = 1; commit <= COMMITS; commit += 1)
      await server.database.$client.query(
        "insert into companies (name, country, canonical_key, source) values ($1, 'Norway', $1, 'test')",
        [`Fjord ${commit}`],
      );
    await expect.poll(messages, SOON).toBe(ALERTS * COMMITS);
    const asked = sent.length;
    await server.app.inject({ method: 'POST', url: '/api/v1/reset-password', payload: { email: owner.email } });
    const isReset = ({ to, subject }: Mail) => to === owner.email && subject.startsWith('Reset');
    await expect.poll(() => sent.some(isReset), SOON).toBe(true);
    counts['mails before another’s reset'] = sent.findIndex(isReset) - asked;
    expect(counts['mails before another’s reset']).toBeLessThan(6);
    counts['messages of the flood'] = await messages();
    await expect.poll(async () => (await server.database.$client.query('select from mails')).rows.length, SOON).toBe(0);
    counts['mails of the flood'] = sent.slice(before).filter(({ to }) => to === flooder.email).length;
    expect(counts['mails of the flood']).toBeLessThanOrEqual(10);
  }, 90_000);
});
