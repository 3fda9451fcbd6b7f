import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { validate } from './validate.ts';

const query = z.strictObject({ page: z.string().regex(/^\d+$/, 'must be a number').optional() });
const body = z.strictObject({ rows: z.array(z.strictObject({ name: z.string() })) });

function refusalOf(...[schema, value, place]: Parameters<typeof validate>) {
  try {
    validate(schema, value, place);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message, errors: error.errors };
  }
  throw new Error('it was not refused');
}

describe('what a request brings', () => {
  it('is what the schema makes of it, and nothing where a row takes nothing', () => {
    expect(validate(query, { page: '7' }, 'query')).toEqual({ page: '7' });
    expect(validate(query, undefined, 'query')).toEqual({});
    expect(validate(undefined, { page: '7' }, 'query')).toBeUndefined();
  });

  it('is refused by the name of each wrong part, known or not', () => {
    expect(refusalOf(query, { page: 'x', contry: 'Kenya', serch: 'a' }, 'query')).toEqual({
      code: 'REQUEST.INVALID',
      message: 'page: must be a number',
      errors: [
        { parameter: 'page', detail: 'must be a number' },
        { parameter: 'contry', detail: 'is not a parameter of this endpoint.' },
        { parameter: 'serch', detail: 'is not a parameter of this endpoint.' },
      ],
    });
  });

  it('is pointed to where it stands in a body', () => {
    const sent = { rows: [{ name: 'One' }, { name: 'Two', 'a/b~c': 1 }], more: true };
    expect(refusalOf(body, sent, 'body')).toMatchObject({
      message: '/rows/1/a~1b~0c: is not a known field.',
      errors: [
        { pointer: '/rows/1/a~1b~0c', detail: 'is not a known field.' },
        { pointer: '/more', detail: 'is not a known field.' },
      ],
    });
  });

  it('is called by its place where it is wrong as a whole', () => {
    expect(refusalOf(body, 'text', 'body').errors).toEqual([{ pointer: '/', detail: expect.any(String) }]);
  });

  it('makes no long answer of many and long names', () => {
    const sent = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'x'.repeat(5_000)}`, '']));
    const { errors, message } = refusalOf(query, sent, 'query');
    expect(errors).toHaveLength(20);
    expect(JSON.stringify(errors).length).toBeLessThan(6_000);
    expect(message.length).toBeLessThan(300);
  });
});
