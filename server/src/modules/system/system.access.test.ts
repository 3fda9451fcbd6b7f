import { getHealth, healthSchema } from '@leadloom/shared/contract/system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../database/connect.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A part that does not answer in time is down for that moment. */
const SLOW_MACHINE = { timeout: 30_000, interval: 200 };
const address = `/api/v1${getHealth.path}`;

describe('access to the state of the server within the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the state is public and free, and the same as at /health', async () => {
    const holder = await createKeyHolder(server);
    const outside = await vi.waitFor(async () => {
      const state = healthSchema.parse((await server.app.inject('/health')).json());
      expect(state.status).toBe('ready');
      return state;
    }, SLOW_MACHINE);
    for (const headers of [{}, holder.headers, holder.account.headers, { authorization: 'Bearer ll_live_of-nobody' }]) {
      const answer = await vi.waitFor(async () => {
        const ready = await server.app.inject({ url: address, headers });
        expect(ready.statusCode).toBe(200);
        return ready;
      }, SLOW_MACHINE);
      expect(healthSchema.parse(answer.json())).toEqual(outside);
      expect(answer.headers['x-usage-request-count']).toBeUndefined();
    }
    const usage = await server.app.inject({ url: '/api/v1/usage', headers: holder.headers });
    expect(usage.json()).toMatchObject({ request_count: 0 });
  });

  it('the state is 503 with a time to retry while a part is down', async () => {
    const database = connect({ host: '/nowhere', user: 'nobody' }, { onIdleError: () => undefined });
    const broken = await startTestServer({ platform: { database }, doesJobs: false });
    const answer = await broken.app.inject(address);
    expect(answer.json()).toMatchObject({ status: 503, code: 'SERVER.UNAVAILABLE' });
    expect(answer.headers['retry-after']).toBe('2');
    await broken.close();
    await database.$client.end();
  });
});
