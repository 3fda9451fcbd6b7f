import { addRows } from '@leadloom/server/testing/table-rows';
import { arbitraryRow } from '@leadloom/server/testing/table-samples';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Belongings, giveBelongings } from './belongings.ts';
import { distinctNames, sampleRequest } from './sample-input.ts';
import { addPerson, fingerprint, nextAddress, type Person, tell, triedRows } from './testing/security.fixture.ts';

const gets = triedRows.filter(([, { method }]) => method === 'GET');
/** Public ones are opened by their address alone, in any browser. */
const effectful = gets.filter(([, { hasEffect, access }]) => hasEffect === true && access !== 'public');
const charging = effectful.filter(([, { success }]) => success.kind === 'csv');

/** The headers of a request that no page of ours made. */
const foreignSources: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  // A link in a mail program looks like a typed address.
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': '' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/app/' },
  { referer: 'no address' },
];

describe('the effects of GET requests', () => {
  let server: TestServer;
  let victim: Person;
  let belongings: Belongings;
  const counts = { requests: 0, 'effects of marked rows': 0, 'effects of others': 0, 'forged effects': 0 };

  const send = (url: string, headers: Readonly<Record<string, string>>) => {
    counts.requests += 1;
    return server.app.inject({ url, headers, remoteAddress: nextAddress() });
  };
  /** The endpoint's address without a query, once for each id that could be the victim's. */
  const plainUrls = (row: EndpointDefinition): readonly string[] => {
    if (row.params === undefined) return [`/api/v1${row.path}`];
    const urls = distinctNames(row, belongings.ids).map((named) => sampleRequest(row, { named }).url.replace(/\?.*$/, ''));
    return [...new Set(urls)];
  };
  /** Tables in which the work changed something. */
  const tracesOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await fingerprint(server);
    await work();
    const after = await fingerprint(server);
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  };

  beforeAll(async () => {
    server = await startTestServer();
    victim = await addPerson(server);
    belongings = await giveBelongings(server, victim);
    // No job may start while effects are compared.
    await server.database.$client.query('update trend_settings set next_run_at = null');
    for (const name of tableNames) {
      const definition = tableByName(name);
      await addRows(server.database, definition, fc.sample(arbitraryRow(definition), { numRuns: 1, seed: 7 }));
    }
  });
  afterAll(async () => {
    tell('effects of GETs (S10)', { routes: gets.length, 'marked as having one': effectful.length, ...counts });
    await server.close();
  });

  it.each(gets)('%s changes nothing, or is marked as having an effect', async (_, row) => {
    const urls = [sampleRequest(row).url, ...plainUrls(row)];
    const traces = await tracesOf(async () => {
      for (const url of urls) await send(url, victim.bearer);
    });
    if (traces.length > 0) counts[row.hasEffect === true ? 'effects of marked rows' : 'effects of others'] += 1;
    if (row.hasEffect !== true) expect(traces).toEqual([]);
  });

  it.each(effectful)('%s is refused by cookie unless one of our pages sends it', async (_, row) => {
    const traces = await tracesOf(async () => {
      for (const headers of foreignSources)
        for (const url of plainUrls(row)) {
          const answer = await send(url, { ...headers, ...victim.cookies });
          expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
          expect(answer.json().code).toBe('AUTH.UNAUTHORIZED');
        }
    });
    if (traces.length > 0) counts['forged effects'] += 1;
    expect(traces).toEqual([]);
  });

  it.each(charging)('%s is accepted, and charged, when one of our pages sends it by cookie', async (_, { path }) => {
    const { publicUrl } = server.platform.config;
    const ours = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { origin: publicUrl },
      { referer: `${publicUrl}/app/table/companies` },
      { referer: 'http://127.0.0.1:3000/app/', host: '127.0.0.1:3000' },
    ];
    for (const headers of ours) {
      const person = await addPerson(server);
      const answer = await send(`/api/v1${path}`, { ...headers, ...person.cookies });
      expect(answer.statusCode, JSON.stringify(headers)).toBe(200);
      expect(answer.headers['x-export-charged']).toBe('1');
    }
  });
});
