/** What an open endpoint answers, as JSON Schema with a word on each field. Pure. */
import type { TableDefinition } from '../tables/define-table.ts';
import { answerTexts, wholeAnswerTexts } from './answer-texts.ts';
import { rowJsonSchema } from './describe-columns.ts';
import { asObject, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';

type PlainEndpoint = Pick<OpenEndpoint, 'name' | 'row' | 'definition'>;

/**
 * @param rowSchema what stands for a row of the endpoint's table; the schema itself where absent
 * @returns null where the answer is no JSON
 */
export function describeAnswer(
  { name, row, definition }: PlainEndpoint,
  rowSchema: (of: TableDefinition) => JsonSchema = rowJsonSchema,
): JsonSchema | null {
  if (row.success.kind !== 'json') return null;
  const operation = operationOf(name);
  const described = withTexts(jsonSchemaOf(row.success.body, 'output'), operation, '');
  const whole = wholeAnswerTexts[operation];
  const schema = whole === undefined ? described : { ...described, description: whole };
  return definition === null ? schema : withRows(schema, definition, rowSchema(definition));
}

/** `companies.list` → `list`; `getUsage` → itself. */
export function operationOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function withTexts(schema: JsonSchema, operation: string, path: string): JsonSchema {
  const text = schema.description ?? answerTexts[`${operation}.${path}`];
  const inner = mapInner(schema, (part, name) => withTexts(part, operation, joinPath(path, name)));
  return text === undefined ? inner : { ...inner, description: text };
}

function joinPath(path: string, name: string | null): string {
  if (name === null) return `${path}[]`;
  return path === '' ? name : `${path}.${name}`;
}

/** What has the columns of the table is a row of it. */
function withRows(schema: JsonSchema, definition: TableDefinition, row: JsonSchema): JsonSchema {
  const { properties = {}, description } = schema;
  if (definition.columns.every(({ field }) => field in properties))
    return description === undefined ? row : { ...row, description };
  return mapInner(schema, (part) => withRows(part, definition, row));
}

/** @param change of a member by its name, of a list's items by null */
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
