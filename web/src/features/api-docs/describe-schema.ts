/** Describes the fields of a JSON Schema for the article: names, types and meanings. Pure. */
import { asObject, type JsonSchema } from '@leadloom/shared/reference/json-schema';

export interface DescribedField {
  /** The name with the path to it: `speed.minute`, `data[].name`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string | null;
  /** The possible values, if they are too many to be part of the type. */
  readonly values: readonly string[];
}

/** The number of values that are listed in the type; more are listed separately. */
const VALUES_IN_TYPE = 6;
/** A limit too high to be worth mentioning. */
const LARGE = 100_000;

/** The members of an object; those of its items, if it is a list. */
export function describeFields(schema: JsonSchema): readonly DescribedField[] {
  if (schema.type !== 'array') return membersOf(schema, '');
  return membersOf(itemOf(schema), '[].');
}

export function describeField(name: string, schema: JsonSchema, isRequired: boolean, text: string | null): DescribedField {
  const values = knownValues(schema);
  return {
    name,
    type: [typeOf(schema), ...limitsOf(schema)].join(', '),
    isRequired,
    text,
    values: values.length > VALUES_IN_TYPE ? values : [],
  };
}

function membersOf({ properties, required }: JsonSchema, prefix: string): DescribedField[] {
  return Object.entries(properties ?? {}).flatMap(([name, value]) => {
    const schema = asObject(value);
    const field = describeField(prefix + name, schema, required?.includes(name) ?? false, schema.description ?? null);
    return [field, ...innerFields(schema, prefix + name)];
  });
}

/** Objects whose members need no description are named in the type and not listed. */
function innerFields(schema: JsonSchema, name: string): DescribedField[] {
  const { type, properties } = withoutNull(schema);
  if (includesType(type, 'array')) return innerFields(itemOf(schema), `${name}[]`);
  if (properties === undefined || isPlain(properties)) return [];
  return membersOf(withoutNull(schema), `${name}.`);
}

function typeOf(schema: JsonSchema): string {
  const { anyOf, enum: choices, const: only, type, format, properties, title } = schema;
  if (title !== undefined) return title;
  // Such a schema takes known values, and any other.
  if (anyOf !== undefined && anyOf[0]?.enum !== undefined) return 'text';
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (choices !== undefined) {
    return choices.length > VALUES_IN_TYPE ? 'one value' : choices.map((choice) => JSON.stringify(choice)).join(' or ');
  }
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ');
  if (type === 'array') return `list of ${listed(itemOf(schema))}`;
  if (type === 'object') {
    return properties !== undefined && isPlain(properties) ? `object of ${Object.keys(properties).join(', ')}` : 'object';
  }
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return format === 'date-time' ? 'time' : format === 'date' ? 'day' : 'text';
  return type ?? 'any value';
}

/** The limits of a number, and its default. */
function limitsOf({ minimum, maximum, default: absent }: JsonSchema): readonly string[] {
  const bounds =
    minimum !== undefined && maximum !== undefined && maximum < LARGE
      ? [`${minimum} to ${maximum}`]
      : minimum !== undefined
        ? [`from ${minimum}`]
        : [];
  return absent === undefined ? bounds : [...bounds, `default ${String(absent)}`];
}

function listed(item: JsonSchema): string {
  if (item.enum !== undefined && item.enum.length > VALUES_IN_TYPE) return 'values';
  const type = typeOf(item);
  return type === 'any value' ? 'values' : type === 'row' ? 'rows' : type;
}

function knownValues(schema: JsonSchema): readonly string[] {
  const inner = schema.type === 'array' ? itemOf(schema) : schema;
  const known = inner.enum ?? inner.anyOf?.find(({ enum: values }) => values !== undefined)?.enum ?? [];
  return known.map(String);
}

function itemOf(schema: JsonSchema): JsonSchema {
  const { items } = withoutNull(schema);
  return Array.isArray(items) ? {} : asObject(items);
}

function includesType(type: JsonSchema['type'], expected: 'array'): boolean {
  return type === expected || (Array.isArray(type) && type.includes(expected));
}

/** A type that is nullable in either notation, without the null. */
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
