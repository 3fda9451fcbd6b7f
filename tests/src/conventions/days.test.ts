/** Days and moments that requests name. The database refuses what is no day of its calendar, which must be a 400 before. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { describe, expect, it } from 'vitest';

interface Field {
  readonly name: string;
  readonly schema: { safeParse: (value: unknown) => { readonly success: boolean } };
}

const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = [
  ...Object.entries(endpoints),
  ...Object.entries(endpointsOfTables),
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is Field['schema'] {
  return isObject(value) && typeof value.safeParse === 'function';
}

/** Every field of an object schema, and of objects in it, below whatever wraps them. */
function fieldsOf(schema: unknown, name: string): readonly Field[] {
  if (!isSchema(schema)) return [];
  const def: unknown = Reflect.get(schema, 'def');
  if (!isObject(def)) return [];
  const { shape, innerType, element, in: input, options } = def;
  const inside = [innerType, element, input, ...(Array.isArray(options) ? options : [])];
  return [
    { name, schema },
    ...(isObject(shape) ? Object.entries(shape).flatMap(([key, field]) => fieldsOf(field, `${name}.${key}`)) : []),
    ...inside.flatMap((part) => fieldsOf(part, name)),
  ];
}

const fields = rows.flatMap(([name, { params, query, body }]) =>
  [params, query, body].flatMap((schema) => fieldsOf(schema, name)),
);
const accepts = ({ schema }: Field, value: string) => schema.safeParse(value).success;
const accepted = (which: readonly Field[], values: readonly string[]) =>
  which.flatMap((field) => values.filter((value) => accepts(field, value)).map((value) => `${field.name}: ${value}`));

describe('days in requests', () => {
  const others = ['tomorrow', 'yesterday-', 'the-day-after-tomorrow'];
  const isTaking = (field: Field, value: string) => accepts(field, value) && accepted([field], others).length === 0;
  const days = fields.filter((field) => isTaking(field, '2026-03-31'));
  const moments = fields.filter((field) => isTaking(field, '2026-03-31T12:00:00Z'));

  it('every parameter that is a day takes days of the calendar only', () => {
    expect(new Set(days.map(({ name }) => name.split('.').at(-1)))).toContain('collected_after');
    expect(accepted(days, ['0000-01-01', '0000-12-31', '2026-02-29', '2026-13-01', '10000-01-01', '-0001-01-01'])).toEqual([]);
  });

  it('every parameter that is a moment takes those of years 1 to 9999 only', () => {
    expect(moments.length).toBeGreaterThan(5);
    const wrong = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z'];
    expect(accepted(moments, wrong)).toEqual([]);
  });
});
