import { getOpenApi } from '@leadloom/shared/contract/data-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const address = `/api/v1${getOpenApi.path}`;

describe('access to the OpenAPI document', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the OpenAPI document is public and the same for everybody', async () => {
    const holder = await createKeyHolder(server);
    const callers = [{}, holder.headers, holder.account.headers, { authorization: 'Bearer ll_live_of-nobody' }];
    const answers = await Promise.all(callers.map((headers) => server.app.inject({ url: address, headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[1]?.headers['x-usage-request-count']).toBeUndefined();
  });
});
