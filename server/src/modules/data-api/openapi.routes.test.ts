import { gunzipSync } from 'node:zlib';
import { hasEntityTag } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import { openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const operationSchema = z.looseObject({
  operationId: z.string(),
  parameters: z.array(
    z.looseObject({ name: z.string().optional(), $ref: z.string().optional(), description: z.string().optional() }),
  ),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), headers: z.record(z.string(), z.unknown()).optional() }),
  ),
  'x-row': z.string(),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ parameters: z.record(z.string(), z.unknown()), headers: z.record(z.string(), z.unknown()) }),
});

describe('the OpenAPI document', () => {
  let server: TestServer;
  let text: string;
  let document: z.infer<typeof documentSchema>;
  const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

  beforeAll(async () => {
    server = await startTestServer({ environment: { PUBLIC_URL: 'https://leads.example.com', TRUST_PROXY: 'loopback' } });
    const answer = await server.app.inject('/api/v1/openapi.json');
    expect(answer.statusCode).toBe(200);
    text = answer.body;
    document = documentSchema.parse(answer.json());
  });
  afterAll(() => server.close());

  it('the document is compressed for who accepts gzip, and the same for everybody else', async () => {
    for (const accepted of ['gzip, deflate, br', 'br;q=1.0,GZIP']) {
      const answer = await server.app.inject({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': accepted } });
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(answer.rawPayload.length).toBeLessThan(text.length / 5);
      expect(gunzipSync(answer.rawPayload).toString()).toBe(text);
    }
    for (const accepted of ['gzip;q=0', 'identity', 'x-gzip']) {
      const answer = await server.app.inject({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.body).toBe(text);
    }
  });

  it('the document is valid OpenAPI 3.1 and names its server', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(text));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    expect(document.servers).toEqual([{ url: 'https://leads.example.com/api/v1' }]);
  });

  it('the document has every endpoint open to keys, and no other', () => {
    const open = Object.entries({ ...endpointsOfTables, ...endpoints }).filter(([, row]) => 'apiKey' in row);
    expect(
      operations()
        .map((operation) => operation['x-row'])
        .sort(),
    ).toEqual(open.map(([name]) => name).sort());
    for (const [name, { path, method }] of open) expect(document.paths[path]?.[method.toLowerCase()]?.['x-row']).toBe(name);
    expect(document.paths['/me']).toBeUndefined();
  });

  it('every operation has a unique name', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['listCompanies', 'getRedditPosts', 'getUsage']));
  });

  it('every reference resolves', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(100);
    const missing = [...new Set(references)].filter((reference) => {
      const found = reference
        .split('/')
        .reduce<unknown>((at, name) => z.record(z.string(), z.unknown()).parse(at)[name], document);
      return found === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('every parameter of every endpoint is listed with a description', () => {
    for (const endpoint of openEndpoints()) {
      const { path, method, params, query } = endpoint.endpoint;
      const expected = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})];
      const described = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
      const names = described.map(
        ({ name, $ref }) =>
          name ??
          $ref
            ?.split('/')
            .at(-1)
            ?.replace(/^[^.]+\./, ''),
      );
      expect(names.filter((name) => name !== 'If-None-Match')).toEqual(expected);
      expect(describeParameters(endpoint).filter(({ text: words }) => words === null)).toEqual([]);
    }
  });

  it('the documented bounds are those of the endpoints', () => {
    for (const endpoint of openEndpoints()) {
      for (const { name, place, schema } of describeParameters(endpoint)) {
        const part = place === 'path' ? endpoint.endpoint.params : endpoint.endpoint.query;
        const beside = part !== undefined && 'table' in part.shape ? { table: 'companies' } : {};
        const takes = (value: number) => part?.safeParse({ ...beside, [name]: String(value) }).success;
        const { minimum, maximum } = schema;
        if (minimum !== undefined)
          expect([takes(minimum), takes(minimum - 1)], `${endpoint.name} ${name}`).toEqual([true, false]);
        if (maximum !== undefined)
          expect([takes(maximum), takes(maximum + 1)], `${endpoint.name} ${name}`).toEqual([true, false]);
      }
    }
  });

  it('complete walks are promised only for lists ordered by id', () => {
    const promise = document.info.description.split('\n').find((line) => line.includes('repeats none'));
    expect(promise).toContain('names no `sort`');
    expect(promise).toContain('With a `sort`');
  });

  it('every reason for a deletion is documented', () => {
    for (const reason of ['removed', 'deleted_at_source', 'expired', 'sample']) expect(text).toContain(`\`${reason}\``);
  });

  it('the response headers are documented', () => {
    const headersOf = (path: string) => Object.keys(document.paths[path]?.get?.responses[200]?.headers ?? {});
    expect(headersOf('/table/companies/export')).toEqual(expect.arrayContaining(['X-Export-Rows', 'X-Export-Charged']));
    expect(headersOf('/table/companies')).toContain('Link');
    expect(headersOf('/linkedin/users')).toContain('Link');
    expect(headersOf('/usage')).not.toContain('Link');
    for (const { endpoint: row } of openEndpoints()) {
      const responses = document.paths[row.path]?.[row.method.toLowerCase()]?.responses;
      expect(Object.keys(responses?.[row.success.status]?.headers ?? {})).toContain('X-Request-ID');
    }
  });

  it('the body of a match is described with all of its fields, and its cost', () => {
    const operation = document.paths['/match']?.post;
    expect(operation).toMatchObject({
      description: expect.stringContaining('one request of the month for each 100 rows begun'),
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['table', 'rows'] } } } },
    });
    for (const field of ['domain', 'linkedin_url', 'email', 'name', 'country'])
      expect(JSON.stringify(operation?.requestBody)).toMatch(new RegExp(`"${field}":\\{[^}]*"description"`));
  });

  it('endpoints say whether a key needs a plan, and endpoints closed to keys do not mention keys', () => {
    for (const { endpoint: row } of openEndpoints()) {
      const refusals = document.paths[row.path]?.[row.method.toLowerCase()]?.responses[403]?.description ?? '';
      expect(refusals.includes('AUTH.SUBSCRIPTION_REQUIRED'), row.path).toBe(
        row.apiKey === 'counted' || row.access === 'subscribed' || row.errors.includes('AUTH.SUBSCRIPTION_REQUIRED'),
      );
    }
    expect(text).not.toContain('AUTH.KEY_NOT_ACCEPTED');
  });

  it('every error code of an endpoint is listed under its status', () => {
    for (const { endpoint: row } of openEndpoints()) {
      const responses = document.paths[row.path]?.[row.method.toLowerCase()]?.responses ?? {};
      const codes = [...row.errors, 'REQUEST.INVALID', 'AUTH.KEY_INVALID', 'RATE.LIMITED', 'SERVER.UNAVAILABLE'] as const;
      for (const code of codes) expect(responses[errorDefinitions[code].status]?.description).toContain(`\`${code}\``);
      expect(responses[304] !== undefined).toBe(hasEntityTag(row));
      expect(responses[403]?.description.includes('`KEY.RIGHT_MISSING`') ?? false, row.path).toBe(row.keyRight === 'write');
      expect(Object.keys(responses)).not.toContain('422');
      expect(Object.keys(responses)).not.toContain('402');
    }
  });
});
