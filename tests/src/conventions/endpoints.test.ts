import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import { createApiKey, postApiKey } from '@leadloom/shared/contract/keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessCaseNames, endpointsOf } from '../../security/access-cases.ts';
import { rows as matrixRows } from '../../security/testing/security.fixture.ts';
import { readSources, workspaceRoot } from './source-files.ts';

const contract = readSources(['shared/src/contract'], /\.ts$/);
const names = Object.entries(endpoints);
const tableRows = Object.entries(endpointsOfTables);
const allRows: readonly (readonly [name: string, row: EndpointDefinition])[] = [...names, ...tableRows];

describe('every endpoint definition', () => {
  it('every endpoint definition is listed by its name', () => {
    const declared = contract.flatMap((file) =>
      [...file.text.matchAll(/export const (\w+) = endpoint\(/g)].map((match) => match[1]),
    );
    const made = contract.flatMap((file) => [...file.text.matchAll(/export const (\w+) = lookup\(/g)].map((match) => match[1]));
    expect([...declared, ...made].sort()).toEqual(names.map(([name]) => name).sort());
  });

  it.each(allRows)('%s is in the access matrix', (name, row) => {
    expect(accessCaseNames.filter((accessCase) => endpointsOf(accessCase, [[name, row]]).length > 0)).not.toEqual([]);
    expect(matrixRows.filter(([other, called]) => other === name && called === row)).toHaveLength(1);
  });

  it('an endpoint that needs a recent proof of the owner lists the error, and only a key that was made with one opens it', () => {
    const proved = allRows.filter(([, { needsProof }]) => needsProof === true);
    expect(proved.length).toBeGreaterThan(0);
    expect(proved.filter(([, { errors }]) => !errors.includes('AUTH.PROOF_NEEDED'))).toEqual([]);
    expect(proved.filter(([, { apiKey, keyRight }]) => apiKey !== undefined && keyRight !== 'write')).toEqual([]);
    expect(proved.filter(([, { access }]) => access === 'public')).toEqual([]);
    expect([createApiKey, postApiKey].map(({ needsProof }) => needsProof)).toEqual([true, true]);
  });

  it('every endpoint but a plain GET says whether it stores something, and none that deletes does', () => {
    const isPlainRead = ({ method, hasEffect }: EndpointDefinition) => method === 'GET' && hasEffect !== true;
    expect(allRows.filter(([, row]) => (row.stores === undefined) !== isPlainRead(row)).map(([name]) => name)).toEqual([]);
    const storing = allRows.filter(([, { stores }]) => stores === true);
    expect(storing.length).toBeGreaterThan(25);
    expect(storing.filter(([, { method }]) => method === 'DELETE')).toEqual([]);
    expect(storing.filter(([, { access }]) => ['public', 'operator', 'console'].includes(access))).toEqual([]);
    expect(allRows.filter(([, { stores, errors }]) => errors.includes('STORAGE.FULL') !== (stores === true))).toEqual([]);
  });

  it('only a GET may be marked as having an effect', () => {
    expect(allRows.filter(([, { method, hasEffect }]) => method !== 'GET' && hasEffect !== undefined)).toEqual([]);
  });

  it.each(allRows)('%s has its own path and method', (_, row) => {
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

  it.each(allRows)('the server serves %s', async (_, row) => {
    served = undefined;
    await server.app.inject({ method: row.method, url: `/api/v1${row.path.replace(/\{\w+\}/g, 'x')}` });
    expect(served).toBe(row);
  });
});

describe('error codes', () => {
  it('no error code answers 422 or 402', () => {
    const statuses = Object.values(errorDefinitions).map((row): number => row.status);
    expect(statuses).not.toContain(422);
    expect(statuses).not.toContain(402);
  });

  it('every error code is used', () => {
    const server = readSources(['server/src', 'shared/src/contract'], /\.ts$/).filter(
      (file) => !/contract\/errors\.ts$|\.test\.ts$/.test(file.path),
    );
    const unused = Object.keys(errorDefinitions).filter((code) => !server.some((file) => file.text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });
});

describe('settings', () => {
  it('every setting is in the operator guide', () => {
    const config = readFileSync(join(workspaceRoot, 'server/src/config.ts'), 'utf8');
    const guide = readFileSync(join(workspaceRoot, 'docs/operator-guide.md'), 'utf8');
    const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
    expect(settings.length).toBeGreaterThan(8);
    expect(settings.filter((setting) => !guide.includes(`\`${setting}\``))).toEqual([]);
  });
});

describe('deviations', () => {
  it('every file named in the deviations exists', () => {
    const page = readFileSync(join(workspaceRoot, 'docs/deviations.md'), 'utf8');
    const paths = [...page.matchAll(/`((?:shared|web|extension|server)\/[\w./-]+\.tsx?)/g)].map((match) => match[1] ?? '');
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([]);
  });
});
