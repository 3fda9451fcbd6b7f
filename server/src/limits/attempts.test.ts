import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecretRing } from '../crypto/secret-ring.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createAttempts } from './attempts.ts';

const twice = { max: 2, windowSeconds: 60 };

describe('attempts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  /** With another secret, keys are others, so nothing is counted yet. */
  const open = () => createAttempts({ ...server.platform, secrets: [randomBytes(32)] });
  const of = (key: string, limit = twice) => [{ key, limit }];

  it('attempts are limited for each key and window, and the response tells how long to wait', async () => {
    const attempts = open();
    expect([await attempts.take(of('a')), await attempts.take(of('a')), await attempts.take(of('b'))]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await attempts.take(of('a'))).toBe(60);
    server.clock.advance(45_500);
    expect(await attempts.take(of('a'))).toBe(15);
    server.clock.advance(14_500);
    expect(await attempts.take(of('a'))).toBeNull();
  });

  it('attempts can be given back and forgotten', async () => {
    const attempts = open();
    const once = { ...twice, max: 1 };
    await attempts.take(of('a', once));
    for (let times = 0; times < 2; times += 1) await attempts.giveBack(['a']);
    expect(await attempts.take(of('a', once))).toBeNull();
    expect(await attempts.take(of('a', once))).not.toBeNull();
    await attempts.clear(['a']);
    expect(await attempts.take(of('a', once))).toBeNull();
  });

  it('an attempt counts for all of its keys or for none', async () => {
    const attempts = open();
    const both = [...of('narrow', { ...twice, max: 1 }), ...of('wide')];
    expect([await attempts.take(both), await attempts.take(both)]).toEqual([null, 60]);
    expect([await attempts.take(of('wide')), await attempts.take(of('wide'))]).toEqual([null, 60]);
  });

  it('counts are exact when two servers count at the same time, in any order of keys', async () => {
    const secrets: SecretRing = [randomBytes(32)];
    const servers = [1, 2].map(() => createAttempts({ ...server.platform, secrets }));
    const limit = { max: 10, windowSeconds: 60 };
    const keys = [
      { key: 'one', limit },
      { key: 'other', limit: { ...limit, max: 1_000 } },
    ];
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) => servers[index % 2]?.take(index % 3 === 0 ? keys : keys.toReversed())),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  });

  it('attempts are undone with the transaction that counted them', async () => {
    const attempts = open();
    const undone = server.database.transaction(async (transaction) => {
      for (let times = 0; times < 2; times += 1) await attempts.take(of('a'), transaction);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await attempts.take(of('a')), await attempts.take(of('a')), await attempts.take(of('a'))]).toEqual([null, null, 60]);
  });

  it('stored attempts contain no names, and are deleted when their window is over', async () => {
    const attempts = open();
    await attempts.take(of('sign-in 192.0.2.1 mara@example.com'));
    const read = async () => (await server.database.$client.query('select attempts::text from attempts')).rows;
    expect(JSON.stringify(await read())).not.toMatch(/mara|192\.0\.2/);
    server.clock.advance(60_001);
    await attempts.deleteOld();
    expect(await read()).toEqual([]);
  });
});
