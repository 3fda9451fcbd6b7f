/** The shared components of the OpenAPI document: access, response headers, errors, rows and filters. */
import { apiHeaders, exportHeaders, retryAfterHeader } from '@leadloom/shared/contract/api-headers';
import { problemSchema } from '@leadloom/shared/contract/errors';
import { rowJsonSchema } from '@leadloom/shared/reference/describe-columns';
import { describeFilters, type FilterParameter } from '@leadloom/shared/reference/describe-filter';
import { type JsonSchema, jsonSchemaOf } from '@leadloom/shared/reference/json-schema';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';

type Reference = { readonly $ref: string };

/** Numbers in a header are digits; other values follow their own grammar. */
const COUNTING_HEADERS = /-(Limit|Remaining|Count)$|^X-Export-|^X-RateLimit-Reset$|^Retry-After$/;

/** The headers that every response to a key has. */
export const limitHeaderNames: readonly string[] = apiHeaders.flatMap(({ names }) => names);

export const headerReference = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
export const problemReference: Reference = { $ref: '#/components/schemas/Problem' };
export const rowReference = ({ title }: TableDefinition): Reference => ({
  $ref: `#/components/schemas/${title.replaceAll(' ', '')}Row`,
});
export const filterReference = ({ name }: TableDefinition, filter: string): Reference => ({
  $ref: `#/components/parameters/${name}.${filter}`,
});

export function openApiComponents() {
  const definitions = tableNames.map(tableByName);
  return {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key, as `Authorization: Bearer ll_live_…`.' },
      header: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same key, where another scheme uses the Authorization header.',
      },
    },
    headers: Object.fromEntries(
      [...apiHeaders, retryAfterHeader, ...exportHeaders, ...ownHeaders].flatMap(({ names, text }) =>
        names.map((name) => [name, { description: text, schema: headerSchema(name) }]),
      ),
    ),
    parameters: {
      ...Object.fromEntries(
        definitions.flatMap((definition) =>
          describeFilters(definition).map((filter) => [`${definition.name}.${filter.name}`, filterParameter(filter)]),
        ),
      ),
      'If-None-Match': {
        name: 'If-None-Match',
        in: 'header',
        description: 'The ETag of an earlier answer. If nothing has changed since, the answer is 304 and is not counted.',
        schema: { type: 'string' },
      },
    },
    schemas: {
      Problem: { description: 'What went wrong, in the format of RFC 9457.', ...jsonSchemaOf(problemSchema, 'output') },
      ...Object.fromEntries(
        definitions.map((definition) => [rowReference(definition).$ref.split('/').at(-1), rowJsonSchema(definition)]),
      ),
    },
  };
}

const ownHeaders = [
  { names: ['ETag'], text: 'Names this answer, for If-None-Match.' },
  { names: ['Link'], text: 'The address of the next page, with rel="next", if there is one.' },
  { names: ['X-Sandbox'], text: '`true` if the key is a test key and the rows are sample data.' },
] as const;

function headerSchema(name: string): JsonSchema {
  if (name === 'X-Usage-Reset') return { type: 'string', format: 'date-time' };
  return COUNTING_HEADERS.test(name) ? { type: 'integer', minimum: 0 } : { type: 'string' };
}

function filterParameter({ name, schema, text }: FilterParameter) {
  return queryParameter(name, schema, text);
}

/** Lists are repeated parameters. */
export function queryParameter(name: string, schema: JsonSchema, text: string | null) {
  return {
    name,
    in: 'query',
    ...(text === null ? {} : { description: text }),
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    schema,
  };
}
