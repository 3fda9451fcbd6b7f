import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { addPersonFor, bearerFor, nextAddress, OPERATOR_TOKEN, OPERATORS, tell, triedRows } from './testing/security.fixture.ts';

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const;
const badIds = [
  '0',
  '-1',
  '1e309',
  '9'.repeat(400),
  '%00',
  '%2e%2e%2fetc',
  "'%20or%201=1--",
  '%ED%A0%80',
  '__proto__',
  '%F0%9F%92%A9',
  '%',
];
const json = 'application/json';
const badBodies: readonly (readonly [type: string, body: string])[] = [
  [json, ''],
  [json, '{'],
  [json, 'null'],
  [json, '[]'],
  [json, '"text"'],
  [json, '1e999'],
  [json, '{"__proto__":{"polluted":true}}'],
  [json, '{"constructor":{"prototype":{"polluted":true}}}'],
  [json, `${'['.repeat(5000)}${']'.repeat(5000)}`],
  [json, '{"email":"\\u0000","password":"\\ud800","code":"\\u0000","id":"\\u0000"}'],
  [json, '\u00ff\u00fe{}'],
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'email=a&password=b'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/xml', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'],
  ['', '{}'],
];
/** What replaces each value of a body that is otherwise right. */
const badValues = [
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  { $ne: null },
  '',
  '\u0000',
  'x'.repeat(5000),
  '\u202e',
  "'; drop table accounts",
];

/** Of each list, unless all is tried; the next endpoint, or field of a body, is tried with the next of it. */
const PART = 6;
/** Requests that one account sends; five guesses at a password are allowed to it. */
const TOGETHER = 3;

interface Attempt {
  readonly method: (typeof methods)[number];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | object;
}

describe('malformed requests', () => {
  let server: TestServer;
  const counts = { requests: 0, 'answers of 5xx': 0, 'answers of 422 or 402': 0 };

  /** Addresses of requests that were refused before anything else about them was looked at. */
  const limited = new Set<string>();

  async function send(request: Attempt): Promise<void> {
    const answer = await server.app.inject({ remoteAddress: nextAddress(), ...request });
    counts.requests += 1;
    if (answer.statusCode === 422 || answer.statusCode === 402) counts['answers of 422 or 402'] += 1;
    if (answer.statusCode === 429) limited.add(request.url);
    // Said on purpose: nothing is wrong with the server.
    if (answer.statusCode < 500 || (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined)) return;
    counts['answers of 5xx'] += 1;
    expect
      .soft(answer.statusCode, `${JSON.stringify(request).slice(0, 300)} → ${answer.payload.slice(0, 300)}`)
      .toBeLessThan(500);
  }
  /**
   * A few at the same time, each few as another account of their own, because guesses and mails of one account are limited;
   * one after another where an account may only do one at a time.
   */
  async function sendTogether(row: EndpointDefinition, requests: readonly Attempt[]): Promise<void> {
    const takesTurns = /\/export(\/preview)?$|^\/my-data$/.test(row.path);
    for (let at = 0; at < requests.length; at += TOGETHER) {
      const bearer = bearerFor(row, await addPersonFor(row, server));
      const part = requests
        .slice(at, at + TOGETHER)
        .map((request) => ({ ...request, headers: { ...bearer, ...request.headers } }));
      for (const few of takesTurns ? part.map((request) => [request]) : [part]) await Promise.all(few.map(send));
    }
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN, OPERATORS } });
  });
  afterAll(async () => {
    tell('wrong requests (S30)', { endpoints: triedRows.length, ...counts });
    await server.close();
  });

  it.each(triedRows)('%s: a malformed request never ends in a server error', async (name, row) => {
    const place = triedRows.findIndex(([other]) => other === name);
    const caller = await addPersonFor(row, server);
    const right = sampleRequest(row);
    for (const method of new Set([row.method, ...someOf(methods, PART, place)])) {
      for (const headers of [{}, bearerFor(row, caller)]) {
        await send({ method: method, url: right.url, headers });
      }
    }
    const separator = right.url.includes('?') ? '&' : '?';
    await sendTogether(
      row,
      someOf(badIds, PART, place).flatMap((id) => [
        ...(row.path.includes('{') ? [{ ...right, url: `/api/v1${row.path.replace(/\{\w+\}/, id)}` }] : []),
        { ...right, url: `${right.url}${separator}page=${id}&${id}=1` },
      ]),
    );
    await sendTogether(
      row,
      someOf(badBodies, PART, place).map(([type, payload]) => {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
        return { method: row.method, url: right.url, payload, headers };
      }),
    );
    for (const [at, field] of Object.keys(right.payload ?? {}).entries()) {
      const values = someOf(badValues, PART, place + at);
      await sendTogether(
        row,
        values.map((value) => sampleRequest(row, { fields: { [field]: value } })),
      );
    }
    expect(counts['answers of 422 or 402']).toBe(0);
  });

  it('no limit keeps a request from being looked at', () => {
    expect([...limited]).toEqual([]);
  });

  it('every database object is unchanged', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
