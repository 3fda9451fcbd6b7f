/** The response of an open endpoint as JSON Schema with a description of each field. Pure. */
import type { TableDefinition } from '../tables/define-table.ts';
import { answerTexts, wholeAnswerTexts } from './answer-texts.ts';
import { rowJsonSchema } from './describe-columns.ts';
import { asObject, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';

type PlainEndpoint = Pick<OpenEndpoint, 'name' | 'endpoint' | 'definition'>;

/**
 * @param rowSchema replaces a row of the endpoint's table; by default the schema itself
 * @returns null if the response is not JSON
 */
export function describeAnswer(
  { name, endpoint, definition }: PlainEndpoint,
  rowSchema: (of: TableDefinition) => JsonSchema = rowJsonSchema,
): JsonSchema | null {
  if (endpoint.success.kind !== 'json') return null;
  const operation = operationOf(name);
  const described = withTexts(jsonSchemaOf(endpoint.success.body, 'output'), operation, '', answerTexts);
  const whole = wholeAnswerTexts[operation];
  const schema = whole === undefined ? described : { ...described, description: whole };
  return definition === null ? schema : withRows(schema, definition, rowSchema(definition));
}

/** `companies.list` → `list`; `getUsage` → itself. */
export function operationOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

/** The schema with a description for each field that has a text. @param path of the schema in the whole */
export function withTexts(
  schema: JsonSchema,
  operation: string,
  path: string,
  texts: Readonly<Record<string, string>>,
): JsonSchema {
  const text = schema.description ?? texts[`${operation}.${path}`];
  const inner = mapInner(schema, (part, name) => withTexts(part, operation, joinPath(path, name), texts));
  return text === undefined ? inner : { ...inner, description: text };
}

function joinPath(path: string, name: string | null): string {
  if (name === null) return `${path}[]`;
  return path === '' ? name : `${path}.${name}`;
}

/** An object with the columns of the table is a row of it. */
function withRows(schema: JsonSchema, definition: TableDefinition, row: JsonSchema): JsonSchema {
  const { properties = {}, description } = schema;
  if (definition.columns.every(({ field }) => field in properties))
    return description === undefined ? row : { ...row, description };
  return mapInner(schema, (part) => withRows(part, definition, row));
}

/** @param change called with the name of each property, and with null for the items of a list */
function mapInner(schema: JsonSchema, change: (part: JsonSchema, name: string | null) => JsonSchema): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(asObject(part), name)])),
        }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: change(asObject(items), null) }),
  };
}
