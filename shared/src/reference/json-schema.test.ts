import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, parameterSchema } from './json-schema.ts';

describe('a schema for documentation', () => {
  it('says no more than readers need', () => {
    const schema = z.object({ when: z.iso.datetime(), day: z.iso.date().nullable(), count: z.int(), some: z.int().min(3) });
    expect(jsonSchemaOf(schema, 'output')).toEqual({
      type: 'object',
      properties: {
        when: { type: 'string', format: 'date-time' },
        day: { type: ['string', 'null'], format: 'date' },
        count: { type: 'integer' },
        some: { type: 'integer', minimum: 3 },
      },
      required: ['when', 'day', 'count', 'some'],
    });
  });

  it('lets answers grow and calls not', () => {
    expect(jsonSchemaOf(z.strictObject({}), 'output')).not.toHaveProperty('additionalProperties');
    expect(jsonSchemaOf(z.strictObject({}), 'input')).toHaveProperty('additionalProperties', false);
  });

  it('reads parameters as an address carries them', () => {
    const list = z.union([z.array(z.string()), z.string()]).describe('Words');
    expect(parameterSchema(jsonSchemaOf(list, 'input'))).toEqual({
      type: 'array',
      items: { type: 'string' },
      description: 'Words',
    });
    expect(parameterSchema(jsonSchemaOf(z.enum(['true', 'false']), 'input'))).toEqual({ type: 'boolean' });
    expect(parameterSchema(jsonSchemaOf(z.union([z.boolean(), z.enum(['true', 'false', ''])]), 'input'))).toEqual({
      type: 'boolean',
    });
    expect(parameterSchema(jsonSchemaOf(z.enum(['asc', 'desc']), 'input'))).toEqual({ type: 'string', enum: ['asc', 'desc'] });
  });
});
