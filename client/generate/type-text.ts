/** JSON Schema as the text of a TypeScript type. Pure. */
import { asObject, type JsonSchema } from '@leadloom/shared/reference/json-schema';

/** A list of known values longer than this helps nobody who types. */
const SHOWN_VALUES = 60;

/** @param indent of the line the type begins in */
export function typeText(schema: JsonSchema, indent = ''): string {
  const { enum: values, const: only, type } = schema;
  const anyOf = schema.anyOf ?? schema.oneOf;
  if (anyOf !== undefined) return openChoice(anyOf) ?? unique(anyOf.map((part) => typeText(part, indent))).join(' | ');
  if (only !== undefined) return literal(only);
  if (values !== undefined) return values.length > SHOWN_VALUES ? 'string' : values.map(literal).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeText({ ...schema, type: one }, indent)).join(' | ');
  switch (type) {
    case 'array':
      return listText(typeText(asObject(Array.isArray(schema.items) ? undefined : schema.items), indent));
    case 'object':
      return objectText(schema, indent);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function objectText({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  return `{\n${membersText(properties, new Set(required), `${indent}  `)}${indent}}`;
}

/** One line or two for each member: what it means, if that is more than its name, and its type. */
export function membersText(
  properties: NonNullable<JsonSchema['properties']>,
  required: ReadonlySet<string>,
  indent: string,
): string {
  return Object.entries(properties)
    .map(([name, value]) => {
      const schema = asObject(value);
      const isRequired = required.has(name);
      const type = typeText(schema, indent);
      const member = `${indent}readonly ${propertyName(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};\n`;
      return docText(schema.description, name, indent) + member;
    })
    .join('');
}

function docText(description: string | undefined, name: string, indent: string): string {
  if (description === undefined || description.toLowerCase() === name.replaceAll('_', ' ')) return '';
  return `${indent}/** ${description} */\n`;
}

/** Values that are known and any other: an editor offers the known ones. */
function openChoice(parts: readonly JsonSchema[]): string | null {
  const [known, any, ...more] = parts;
  if (known?.enum === undefined || any?.type !== 'string' || more.length > 0) return null;
  return known.enum.length > SHOWN_VALUES ? 'string' : `${known.enum.map(literal).join(' | ')} | AnyText`;
}

function listText(item: string): string {
  return /[|&]/.test(item) && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function propertyName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
}
