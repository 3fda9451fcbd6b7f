import { randomBytes } from 'node:crypto';
import { createUnsubscribeTokens } from '@leadloom/server/modules/alerts/unsubscribe-token';
import { createVerifiedAccount, waitForMail } from '@leadloom/server/testing/accounts';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextAddress, tell } from './testing/security.fixture.ts';

const people = { name: 'My people', watch: { kind: 'people' }, on: ['changed'], every: 'instant', by: ['app', 'mail'] };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a link that ends the mails of an alert', () => {
  let server: TestServer;
  const counts = { forgeries: 0, accepted: 0, 'visits without a press': 0 };

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('forged unsubscribe links', counts);
    await server.close();
  });

  it('no forged link ends mails, and a genuine one ends those of its alert alone', async () => {
    const account = await createVerifiedAccount(server);
    const call = async (method: 'GET' | 'POST', path: string, payload?: object) =>
      (await server.app.inject({ method, url: `/api/v1${path}`, headers: account.headers, ...(payload && { payload }) })).json();
    const [mine, next] = [await call('POST', '/alerts', people), await call('POST', '/alerts', people)];
    await call('POST', `/alerts/${mine.id}/test`);
    const mail = await waitForMail(server, account.email, /My people/);
    const { pathname } = new URL(mail.unsubscribeUrl ?? '');
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    const token = pathname.slice(folder.length);
    const [id = '', signature = ''] = token.split('.');
    expect(Number(id)).toBe(mine.id);
    const press = (path: string, method: 'POST' | 'GET' | 'HEAD' = 'POST') =>
      server.app.inject({
        method,
        url: path,
        remoteAddress: nextAddress(),
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'List-Unsubscribe=One-Click',
        }),
      });
    const notifiedByMail = async (): Promise<readonly number[]> => {
      const { data } = await call('GET', '/alerts');
      return data.filter(({ by }: { by: readonly string[] }) => by.includes('mail')).map((alert: { id: number }) => alert.id);
    };
    const ofOthers = createUnsubscribeTokens([randomBytes(32)]);
    const turned = (at: number, by: number): string =>
      `${signature.slice(0, at)}${LETTERS[(LETTERS.indexOf(signature[at] ?? 'A') + by) % 64]}${signature.slice(at + 1)}`;
    // The last letter has bits that mean nothing, which only a strict reader refuses.
    const changed = [...signature].flatMap((_, at) => [1, 17, 32].map((by) => `${id}.${turned(at, by)}`));
    const forged = [
      ...changed,
      `${next.id}.${signature}`,
      `${next.id}.${id}.${signature}`,
      `0${id}.${signature}`,
      `+${id}.${signature}`,
      `${id}e0.${signature}`,
      `${id}.${signature}.${signature}`,
      `${id}.${signature.slice(0, -1)}`,
      `${id}.${signature}A`,
      `${id}.${signature.toLowerCase()}`,
      `${id}.`,
      `${id}..........`,
      `.${signature}`,
      signature,
      `-${id}.${signature}`,
      '999999999999999999.AAAAAAAAAA',
      ofOthers.issue(mine.id),
      ofOthers.issue(next.id),
      account.accessToken.slice(0, 200),
    ];
    for (const one of new Set(forged)) {
      counts.forgeries += 1;
      const { statusCode } = await press(folder + one);
      if (statusCode < 400) counts.accepted += 1;
      expect([400, 404], one).toContain(statusCode);
    }
    for (const method of ['GET', 'HEAD'] as const) {
      counts['visits without a press'] += 1;
      await press(pathname, method);
    }
    expect([...(await notifiedByMail())].sort()).toEqual([mine.id, next.id].sort());
    expect((await press(pathname)).statusCode).toBe(204);
    expect(await notifiedByMail()).toEqual([next.id]);
  });
});
