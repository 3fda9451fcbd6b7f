/** Fields of a schema in words, for the article: names, types and what each means. Pure. */
import { z } from 'zod';

export interface DescribedField {
  /** With the names of what it stands in: `speed.minute`, `data[].name`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string | null;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Side = 'input' | 'output';

/** @param side what a caller sends, or what is answered */
export function describeFields(schema: z.core.$ZodType, side: Side): readonly DescribedField[] {
  return membersOf(z.toJSONSchema(schema, { io: side, unrepresentable: 'any' }), '');
}

function membersOf({ properties, required }: JsonSchema, prefix: string): DescribedField[] {
  return Object.entries(properties ?? {}).flatMap(([name, value]) => {
    const schema = asObject(value);
    const field = {
      name: prefix + name,
      type: typeOf(schema),
      isRequired: required?.includes(name) ?? false,
      text: schema.description ?? null,
    };
    return [field, ...innerFields(schema, prefix + name)];
  });
}

/** Objects whose members explain themselves are named in the type and not spread out. */
function innerFields(schema: JsonSchema, name: string): DescribedField[] {
  const { type, properties, items } = withoutNull(schema);
  if (type === 'array' && items !== undefined && !Array.isArray(items)) return innerFields(asObject(items), `${name}[]`);
  if (properties === undefined || isPlain(properties)) return [];
  return membersOf(withoutNull(schema), `${name}.`);
}

function typeOf(schema: JsonSchema): string {
  const { anyOf, enum: choices, const: only, type, format, items, properties } = schema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ');
  if (type === 'array') return `list of ${items === undefined || Array.isArray(items) ? 'values' : typeOf(asObject(items))}`;
  if (type === 'object') {
    return properties !== undefined && isPlain(properties) ? `object of ${Object.keys(properties).join(', ')}` : 'object';
  }
  if (type === 'string') return format === 'date-time' ? 'time' : format === 'date' ? 'day' : 'text';
  return type ?? 'any value';
}

/** What is nullable in two ways of writing it, without the null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1 && others[0] !== undefined ? others[0] : schema;
}

function isPlain(properties: NonNullable<JsonSchema['properties']>): boolean {
  return Object.values(properties)
    .map(asObject)
    .every(
      ({ description, properties: inner, items }) => description === undefined && inner === undefined && items === undefined,
    );
}

/** A schema of `true` allows everything, and says as much as an empty one. */
function asObject(schema: JsonSchema | boolean): JsonSchema {
  return typeof schema === 'boolean' ? {} : schema;
}
