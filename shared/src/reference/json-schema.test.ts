import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, parameterSchema } from './json-schema.ts';

describe('JSON Schema for documentation', () => {
  it('patterns and bounds that only guard the server are left out', () => {
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

  it('responses allow more fields, requests do not', () => {
    expect(jsonSchemaOf(z.strictObject({}), 'output')).not.toHaveProperty('additionalProperties');
    expect(jsonSchemaOf(z.strictObject({}), 'input')).toHaveProperty('additionalProperties', false);
  });

  it('parameters are described as they are written in an address', () => {
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
