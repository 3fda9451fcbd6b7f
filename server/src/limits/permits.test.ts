import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createPermits } from './permits.ts';

const limit = { max: 40, windowSeconds: 60 };

describe('permits', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('permits of simultaneous calls are fetched together, and each call gets those of its own limits', async () => {
    const secret = randomBytes(32);
    const permits = createPermits(server.platform.database, secret);
    const beside = createPermits(server.platform.database, secret);
    const query = vi.spyOn(server.platform.database.$client, 'query');
    const ask = (key: string, max = limit.max) => [{ key, limit: { ...limit, max }, spent: 0 }];
    const both = Array.from({ length: 30 }, (_, call) => call).flatMap((call) => [
      permits.fetch(ask(`key ${call}`)),
      beside.fetch(ask(`key ${call}`)),
    ]);
    await Promise.all(both);
    expect(query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('take_permits'))).toHaveLength(2);
    query.mockRestore();
    for (const call of [0, 7, 29]) expect(await permits.fetch(ask(`key ${call}`))).toMatchObject([{ granted: 2, left: 34 }]);
    const [narrow, wide] = await Promise.all([permits.fetch(ask('narrow', 1)), permits.fetch(ask('wide', 400))]);
    expect([narrow, wide]).toMatchObject([[{ granted: 1, left: 0 }], [{ granted: 20, left: 380 }]]);
    expect(await permits.fetch(ask('narrow', 1))).toMatchObject([{ granted: 0, left: 0 }]);
  });

  it('a failure reaches every call that waited for the statement, and the next call is served', async () => {
    const permits = createPermits(server.platform.database, randomBytes(32));
    const query = vi.spyOn(server.platform.database.$client, 'query');
    query.mockImplementationOnce(() => Promise.reject(new Error('the connection is gone')));
    const ask = (key: string) => permits.fetch([{ key, limit, spent: 0 }]);
    const later = turn()
      .then(() => turn())
      .then(() => ask('two'));
    const [first, second] = await Promise.allSettled([ask('one'), later]);
    query.mockRestore();
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'the connection is gone' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: [{ granted: 2 }] });
    expect(await ask('three')).toMatchObject([{ granted: 2 }]);
  });
});
