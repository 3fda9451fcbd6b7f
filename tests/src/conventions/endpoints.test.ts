import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints, endpointsOfTables } from '@leadloom/shared/contract/endpoints';
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSources, workspaceRoot } from './source-files.ts';

const contract = readSources(['shared/src/contract'], /\.ts$/);
const accessTests = readSources(['server/src/modules'], /\.access\.test\.ts$/);
const names = Object.entries(endpoints);
const tableRows = Object.entries(endpointsOfTables);
const allRows: readonly (readonly [name: string, row: EndpointDefinition])[] = [...names, ...tableRows];

describe('every endpoint definition', () => {
  it('is found by its name among all endpoints', () => {
    const declared = contract.flatMap((file) =>
      [...file.text.matchAll(/export const (\w+) = endpoint\(/g)].map((match) => match[1]),
    );
    const made = contract.flatMap((file) => [...file.text.matchAll(/export const (\w+) = lookup\(/g)].map((match) => match[1]));
    expect([...declared, ...made].sort()).toEqual(names.map(([name]) => name).sort());
  });

  it.each(names)('%s has an access test', (name) => {
    expect(
      accessTests.some((file) => new RegExp(`\\b${name}\\b`).test(file.text)),
      `no access test names ${name}`,
    ).toBe(true);
  });

  it('of a table has an access test, which walks them all', () => {
    expect(accessTests.filter((file) => file.text.includes('Object.entries(endpointsOfTables)'))).toHaveLength(1);
  });

  it('that needs a recent proof of the owner says so in its errors, and is opened by no key', () => {
    const proved = allRows.filter(([, { needsProof }]) => needsProof === true);
    expect(proved.length).toBeGreaterThan(0);
    expect(proved.filter(([, { errors }]) => !errors.includes('AUTH.PROOF_NEEDED'))).toEqual([]);
    expect(proved.filter(([, { apiKey, access }]) => apiKey !== undefined || access === 'public')).toEqual([]);
  });

  it('that is not a GET has an effect without a word of it', () => {
    expect(allRows.filter(([, { method, hasEffect }]) => method !== 'GET' && hasEffect !== undefined)).toEqual([]);
  });

  it.each(allRows)('%s has a path and method of its own', (_, row) => {
    expect(allRows.filter(([, other]) => other.method === row.method && other.path === row.path)).toHaveLength(1);
  });
});

describe('the server', () => {
  let server: TestServer;
  /** Of the last request, as the route that took it was registered. */
  let served: EndpointDefinition | undefined;
  beforeAll(async () => {
    server = await startTestServer();
    server.app.authenticate = (request) => {
      served = request.routeOptions.config.endpoint;
      return Promise.reject(new Error('only the route was asked for'));
    };
  });
  afterAll(() => server.close());

  it.each(allRows)('serves %s', async (_, row) => {
    served = undefined;
    await server.app.inject({ method: row.method, url: `/api/v1${row.path.replace(/\{\w+\}/g, 'x')}` });
    expect(served).toBe(row);
  });
});

describe('error codes', () => {
  it('never answer 422 or 402', () => {
    const statuses = Object.values(errorDefinitions).map((row): number => row.status);
    expect(statuses).not.toContain(422);
    expect(statuses).not.toContain(402);
  });

  it('are all used', () => {
    const server = readSources(['server/src', 'shared/src/contract'], /\.ts$/).filter(
      (file) => !/contract\/errors\.ts$|\.test\.ts$/.test(file.path),
    );
    const unused = Object.keys(errorDefinitions).filter((code) => !server.some((file) => file.text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });
});

describe('settings', () => {
  it('are all in the operator guide', () => {
    const config = readFileSync(join(workspaceRoot, 'server/src/config.ts'), 'utf8');
    const guide = readFileSync(join(workspaceRoot, 'docs/operator-guide.md'), 'utf8');
    const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
    expect(settings.length).toBeGreaterThan(8);
    expect(settings.filter((setting) => !guide.includes(`\`${setting}\``))).toEqual([]);
  });
});

describe('deviations', () => {
  it('name files that exist', () => {
    const page = readFileSync(join(workspaceRoot, 'docs/deviations.md'), 'utf8');
    const paths = [...page.matchAll(/`((?:shared|web|extension|server)\/[\w./-]+\.tsx?)/g)].map((match) => match[1] ?? '');
    expect(paths.length).toBeGreaterThan(5);
    const missing = paths.filter((path) =>
      readSources([path.slice(0, path.indexOf('/'))], /./).every((file) => file.path !== path),
    );
    expect(missing).toEqual([]);
  });
});
