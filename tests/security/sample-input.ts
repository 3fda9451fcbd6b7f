/**
 * Requests generated from the endpoint definitions, so that a new endpoint is attacked automatically: a value for every
 * field of its path, query and body, and the same with other values in the fields that contain ids.
 */
import { type EndpointDefinition, fillPath } from '@leadloom/shared/contract/endpoint';
import { z } from 'zod';

const jsonSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  minLength: z.number().optional(),
  minItems: z.number().optional(),
});

export interface SampleRequest {
  readonly method: EndpointDefinition['method'];
  /** The address below the server's root, with parameters and query filled in. */
  readonly url: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Fields whose value identifies something that can belong to somebody. */
export function isNaming(field: string): boolean {
  return /(^|_)ids?$|[a-z]Ids?$|code$/.test(field);
}

/** The requests by endpoint and by what its identifying fields contain: most of them are sent many times. */
const sampled = new WeakMap<EndpointDefinition, Map<string | undefined, SampleRequest>>();

/**
 * @param named used in every identifying field; a value of the right shape if absent
 * @param fields used in fields of the body by their names
 */
export function sampleRequest(
  row: EndpointDefinition,
  { named, fields }: { named?: string; fields?: Readonly<Record<string, unknown>> } = {},
): SampleRequest {
  const known = sampled.get(row) ?? new Map<string | undefined, SampleRequest>();
  sampled.set(row, known);
  const request = known.get(named) ?? makeRequest(row, named);
  known.set(named, request);
  if (fields === undefined || request.payload === undefined) return request;
  return { ...request, payload: { ...request.payload, ...fields } };
}

function makeRequest(row: EndpointDefinition, named: string | undefined): SampleRequest {
  const part = (schema: EndpointDefinition['body']) => (schema === undefined ? {} : sampleFields(schema, named));
  // Filters of collected people by rows of Companies need what that table needs, and have tests of their own.
  const isAllowed = ([name]: [string, string]) => !row.path.startsWith('/linkedin/') || !name.includes('.');
  const fields = row.query === undefined ? [] : queryFields(row.query, part(row.query), named).filter(isAllowed);
  const query = new URLSearchParams(fields).toString();
  return {
    method: row.method,
    url: `/api/v1${fillPath(row.path, part(row.params))}${query === '' ? '' : `?${query}`}`,
    ...(row.body === undefined ? {} : { payload: bodyFields(row.body, part(row.body)) }),
  };
}

/** A schema of strings does not say which values it accepts, such as days: values that it refuses are left out. */
function queryFields(
  schema: NonNullable<EndpointDefinition['query']>,
  values: Readonly<Record<string, unknown>>,
  named: string | undefined,
): [string, string][] {
  const fields = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  const issues = schema.safeParse(Object.fromEntries(fields)).error?.issues ?? [];
  const refused = new Set(issues.map(({ path }) => path[0]));
  return fields.filter(([name]) => !refused.has(name) || (named !== undefined && isNaming(name)));
}

/** Some bodies take only one of two fields: the later one is left out. */
function bodyFields(
  schema: NonNullable<EndpointDefinition['body']>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isRefusedAsWhole = (body: Readonly<Record<string, unknown>>) =>
    schema.safeParse(body).error?.issues.some(({ path }) => path.length === 0) === true;
  if (!isRefusedAsWhole(values)) return values;
  for (const name of Object.keys(values).toReversed()) {
    const { [name]: _, ...rest } = values;
    if (!isRefusedAsWhole(rest)) return rest;
  }
  return values;
}

/** Whether the endpoint has a field that identifies something. */
export function namesSomething(row: EndpointDefinition): boolean {
  return JSON.stringify(sampleRequest(row, { named: 'NAMED' })).includes('NAMED');
}

/**
 * @param names what the identifying fields could contain
 * @returns those with which the endpoint gets requests that differ; of those that its schemas refuse, and which no handler
 * sees, the first one
 */
export function distinctNames(row: EndpointDefinition, names: readonly string[]): readonly string[] {
  const byRequest = new Map(names.map((named) => [JSON.stringify(sampleRequest(row, { named })), named]));
  const distinct = [...byRequest.values()];
  if (isRefused(row, undefined)) return distinct;
  const refused = distinct.filter((named) => isRefused(row, named));
  return distinct.filter((named) => named === refused[0] || !refused.includes(named));
}

/** Whether a schema of the endpoint refuses a request whose identifying fields contain this. */
function isRefused(row: EndpointDefinition, named: string | undefined): boolean {
  const { url, payload } = sampleRequest(row, named === undefined ? {} : { named });
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
  return (
    row.params?.safeParse(sampleFields(row.params, named)).success === false ||
    row.query?.safeParse(query).success === false ||
    row.body?.safeParse(payload).success === false
  );
}

/** The JSON schema of each body, which is needed for each of thousands of calls. */
const jsonSchemas = new WeakMap<NonNullable<EndpointDefinition['body']>, unknown>();

function sampleFields(schema: NonNullable<EndpointDefinition['body']>, named: string | undefined): Record<string, unknown> {
  const json = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  jsonSchemas.set(schema, json);
  return z.record(z.string(), z.unknown()).parse(sampleValue(json, '', named));
}

/** The parts of schemas, each of which is read once. */
const parsed = new WeakMap<object, z.infer<typeof jsonSchema>>();

function readSchema(schema: unknown): z.infer<typeof jsonSchema> {
  if (typeof schema !== 'object' || schema === null) return jsonSchema.parse(schema);
  const read = parsed.get(schema) ?? jsonSchema.parse(schema);
  parsed.set(schema, read);
  return read;
}

function sampleValue(schema: unknown, field: string, named: string | undefined): unknown {
  const { type, properties, items, anyOf, oneOf, enum: choices, const: only, format, minimum, minLength } = readSchema(schema);
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  const [alternative] = anyOf ?? oneOf ?? [];
  if (alternative !== undefined) return sampleValue(alternative, field, named);
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [name, sampleValue(value, name, named)]));
    case 'array':
      return [sampleValue(items ?? {}, field, named)];
    case 'integer':
    case 'number':
      if (named !== undefined && isNaming(field) && /^\d{1,15}$/.test(named)) return Number(named);
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      if (named !== undefined && isNaming(field)) return named;
      return sampleText(field, format, minLength ?? 1);
    default:
      return null;
  }
}

function sampleText(field: string, format: string | undefined, minLength: number): string {
  if (format === 'uuid') return '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
  if (/email/i.test(field)) return 'somebody@example.com';
  if (/url/i.test(field)) return 'https://www.linkedin.com/in/nobody-of-that-name';
  if (/country/i.test(field)) return 'DE';
  if (field === 'challenge') return 'A'.repeat(43);
  return 'a sample text'.slice(0, 13).padEnd(minLength, 'x');
}
