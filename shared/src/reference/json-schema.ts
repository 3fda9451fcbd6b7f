/**
 * Schemas of the contract as JSON Schema, in a form suited to documentation. What only guards the server (patterns that
 * repeat a format, bounds of every whole number) is left out, and responses may have more fields. Pure.
 */
import * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The side of a schema: what a caller sends, or what the server returns. */
export type SchemaSide = 'input' | 'output';

export function jsonSchemaOf(schema: z.core.$ZodType, side: SchemaSide): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema, side),
  });
  return rest;
}

function simplify(schema: JsonSchema, side: SchemaSide): void {
  if (schema.format === 'date-time' || schema.format === 'date') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // New fields may be added to a response at any time.
  if (side === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  joinNull(schema);
}

/** `type: [one, null]` reads better than `anyOf` of one type and null. */
function joinNull(schema: JsonSchema): void {
  const [first, second, ...more] = schema.anyOf ?? [];
  if (first === undefined || second?.type !== 'null' || more.length > 0) return;
  if (typeof first.type !== 'string' || first.enum !== undefined) return;
  delete schema.anyOf;
  Object.assign(schema, { ...first, type: [first.type, 'null'] });
}

/** The schema of a parameter in an address: a list is a repeated parameter, a checkbox is true or false. */
export function parameterSchema(schema: JsonSchema): JsonSchema {
  const list = schema.anyOf?.find(({ type }) => type === 'array');
  if (list !== undefined) return withDescription(list, schema);
  const isBox = (part: JsonSchema): boolean => part.type === 'boolean' || isTrueOrFalse(part);
  if (schema.anyOf?.every(isBox) === true || isTrueOrFalse(schema)) return withDescription({ type: 'boolean' }, schema);
  return schema;
}

function isTrueOrFalse({ enum: values }: JsonSchema): boolean {
  return values?.includes('true') === true && values.every((value) => ['true', 'false', ''].includes(String(value)));
}

function withDescription(schema: JsonSchema, { description }: JsonSchema): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

/** A schema of `true` allows everything, just like an empty one. */
export function asObject(schema: JsonSchema | boolean | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
