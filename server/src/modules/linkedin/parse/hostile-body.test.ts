import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../testing/accounts.ts';
import { isNothingStored } from '../../../testing/empty-collector.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const manyKeys = Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join();

describe('a hostile body', () => {
  let server: TestServer;
  let account: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createAccount(server);
  });
  afterAll(() => server.close());

  const send = (path: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { ...account.headers, 'content-type': 'application/json' },
      payload,
    });
  const bodyOf = (p1: string) => `{"content":{"url":"https://www.linkedin.com/in/maren-holt","p1":${p1}}}`;

  it.each([
    ['nests deeper than the limit', bodyOf(deep(250)), 400, 'REQUEST.TOO_DEEP'],
    ['is megabytes of brackets', bodyOf('['.repeat(4_000_000)), 400, 'REQUEST.TOO_DEEP'],
    ['is larger than the limit', bodyOf(`"${'x'.repeat(8 * 1024 * 1024)}"`), 413, 'REQUEST.TOO_LARGE'],
    ['is cut off', bodyOf('{"data":{}}').slice(0, -5), 400, 'REQUEST.MALFORMED_JSON'],
    ['has a prototype key', bodyOf('{"__proto__":{"polluted":true}}'), 400, 'REQUEST.MALFORMED_JSON'],
    ['holds brackets in a text', bodyOf(`"${'['.repeat(7_000_000)}"`), 400, 'PARSE.UNREADABLE'],
    ['holds objects in a text', bodyOf(JSON.stringify('{"a":'.repeat(1_000_000))), 400, 'PARSE.UNREADABLE'],
    ['holds hundreds of thousands of keys', bodyOf(`{${manyKeys}}`), 413, 'REQUEST.TOO_LARGE'],
    ['has a number no number can be', bodyOf('{"data":{"*elements":[1e400]}}'), 400, 'PARSE.UNREADABLE'],
  ])('a body that %s is refused', async (_, payload, status, code) => {
    const response = await send('/parse/profile', payload);
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status, code });
    expect(await isNothingStored(server)).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
