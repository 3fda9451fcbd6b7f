import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { describeFields } from './describe-schema.ts';

describe('the fields of a schema', () => {
  it('have a name, a type in words and what was written of them', () => {
    const schema = z.object({
      total: z.int().describe('All rows'),
      name: z.string().nullable(),
      when: z.iso.datetime(),
      day: z.iso.date().optional(),
      kind: z.enum(['one', 'two']),
      exact: z.literal(true),
      score: z.number(),
    });
    expect(describeFields(schema, 'output')).toEqual([
      { name: 'total', type: 'integer', isRequired: true, text: 'All rows' },
      { name: 'name', type: 'text or null', isRequired: true, text: null },
      { name: 'when', type: 'time', isRequired: true, text: null },
      { name: 'day', type: 'day', isRequired: false, text: null },
      { name: 'kind', type: '"one" or "two"', isRequired: true, text: null },
      { name: 'exact', type: 'true', isRequired: true, text: null },
      { name: 'score', type: 'number', isRequired: true, text: null },
    ]);
  });

  it('are not needed by whoever sends them where there is a default', () => {
    const schema = z.strictObject({ page: z.coerce.number().default(1), tags: z.array(z.string()).optional() });
    expect(describeFields(schema, 'input').map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['page', 'number', false],
      ['tags', 'list of text', false],
    ]);
  });

  it('within others are spread out by their path, where something is written of them', () => {
    const place = z.object({ city: z.string(), country: z.string() });
    const schema = z.object({
      data: z.array(z.object({ name: z.string().describe('As registered'), place })),
      speed: z.object({ minute: place.describe('In a minute') }).nullable(),
    });
    expect(describeFields(schema, 'output').map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'data: list of object',
      'data[].name: text',
      'data[].place: object of city, country',
      'speed: object or null',
      'speed.minute: object of city, country',
    ]);
  });

  it('are read of either build of zod, and there are none of what is no object', () => {
    expect(describeFields(mini.object({ msg: mini.string() }), 'output')).toEqual([
      { name: 'msg', type: 'text', isRequired: true, text: null },
    ]);
    expect(describeFields(z.string(), 'output')).toEqual([]);
  });
});
