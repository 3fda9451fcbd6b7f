import { type JsonSchema, jsonSchemaOf, type SchemaSide } from '@leadloom/shared/reference/json-schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { describeField, describeFields } from './describe-schema.ts';

const fieldsOf = (schema: z.core.$ZodType, side: SchemaSide) => describeFields(jsonSchemaOf(schema, side));

describe('the fields of a schema', () => {
  it('fields have a name, a type in words and a description', () => {
    const schema = z.object({
      total: z.int().describe('All rows'),
      name: z.string().nullable(),
      when: z.iso.datetime(),
      day: z.iso.date().optional(),
      kind: z.enum(['one', 'two']),
      exact: z.literal(true),
      score: z.number(),
    });
    expect(fieldsOf(schema, 'output')).toEqual([
      { name: 'total', type: 'integer', isRequired: true, text: 'All rows', values: [] },
      { name: 'name', type: 'text or null', isRequired: true, text: null, values: [] },
      { name: 'when', type: 'time', isRequired: true, text: null, values: [] },
      { name: 'day', type: 'day', isRequired: false, text: null, values: [] },
      { name: 'kind', type: '"one" or "two"', isRequired: true, text: null, values: [] },
      { name: 'exact', type: 'true', isRequired: true, text: null, values: [] },
      { name: 'score', type: 'number', isRequired: true, text: null, values: [] },
    ]);
  });

  it('a field with a default is not required in a request', () => {
    const schema = z.strictObject({ page: z.coerce.number().default(1), tags: z.array(z.string()).optional() });
    expect(fieldsOf(schema, 'input').map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['page', 'number, default 1', false],
      ['tags', 'list of text', false],
    ]);
  });

  it('described inner fields are listed by their path', () => {
    const place = z.object({ city: z.string(), country: z.string() });
    const schema = z.object({
      data: z.array(z.object({ name: z.string().describe('As registered'), place })),
      speed: z.object({ minute: place.describe('In a minute') }).nullable(),
    });
    expect(fieldsOf(schema, 'output').map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'data: list of object',
      'data[].name: text',
      'data[].place: object of city, country',
      'speed: object or null',
      'speed.minute: object of city, country',
    ]);
  });

  it('the fields of a list are those of its items', () => {
    const schema = z.array(z.object({ name: z.string().nullable(), words: z.array(z.string()).nullable() }));
    expect(fieldsOf(schema, 'output').map(({ name, type }) => `${name}: ${type}`)).toEqual([
      '[].name: text or null',
      '[].words: list of text or null',
    ]);
  });

  it('a long list of values is separate from the type, and says if other values are accepted', () => {
    const many = Array.from({ length: 9 }, (_, index) => `v${index}`);
    expect(describeField('one', { type: 'string', enum: many }, false, null)).toMatchObject({ type: 'one value', values: many });
    const list: JsonSchema = { type: 'array', items: { type: 'string', enum: many } };
    expect(describeField('some', list, false, null)).toMatchObject({ type: 'list of values', values: many });
    const open: JsonSchema = { type: 'array', items: { anyOf: [{ type: 'string', enum: many }, { type: 'string' }] } };
    expect(describeField('any', open, false, null)).toMatchObject({ type: 'list of text', values: many });
  });

  it('schemas of both builds of zod are read, and a schema that is not an object has no fields', () => {
    expect(fieldsOf(mini.object({ msg: mini.string() }), 'output')).toEqual([
      { name: 'msg', type: 'text', isRequired: true, text: null, values: [] },
    ]);
    expect(fieldsOf(z.string(), 'output')).toEqual([]);
  });
});
