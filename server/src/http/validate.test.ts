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
  it('a request is parsed by the schema, and an endpoint without input gets none', () => {
    expect(validate(query, { page: '7' }, 'query')).toEqual({ page: '7' });
    expect(validate(query, undefined, 'query')).toEqual({});
    expect(validate(undefined, { page: '7' }, 'query')).toBeUndefined();
  });

  it('each invalid or unknown field is named', () => {
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

  it('an invalid field of a body is named by its path', () => {
    const sent = { rows: [{ name: 'One' }, { name: 'Two', 'a/b~c': 1 }], more: true };
    expect(refusalOf(body, sent, 'body')).toMatchObject({
      message: '/rows/1/a~1b~0c: is not a known field.',
      errors: [
        { pointer: '/rows/1/a~1b~0c', detail: 'is not a known field.' },
        { pointer: '/more', detail: 'is not a known field.' },
      ],
    });
  });

  it('a value that is not among the known ones is quoted beside them', () => {
    const choices = z.strictObject({ events: z.array(z.enum(['added', 'removed'])), only: z.literal('one').optional() });
    expect(refusalOf(choices, { events: ['added', 'renamed'], only: 'two' }, 'body').errors).toEqual([
      { pointer: '/events/1', detail: 'must be among added, removed; not "renamed".' },
      { pointer: '/only', detail: 'must be among one; not "two".' },
    ]);
    expect(refusalOf(choices, { events: [7] }, 'body').errors).toEqual([
      { pointer: '/events/0', detail: 'must be among added, removed.' },
    ]);
  });

  it('a part that is invalid as a whole is named', () => {
    expect(refusalOf(body, 'text', 'body').errors).toEqual([{ pointer: '/', detail: expect.any(String) }]);
  });

  it('the response stays short for many and long field names', () => {
    const sent = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'x'.repeat(5_000)}`, '']));
    const { errors, message } = refusalOf(query, sent, 'query');
    expect(errors).toHaveLength(20);
    expect(JSON.stringify(errors).length).toBeLessThan(6_000);
    expect(message.length).toBeLessThan(300);
  });
});
