import { describe, expect, it } from 'vitest';
import { joinPage } from './list-page.ts';

const page = { rows: ['{"id":1}', '{"id":2}'], total: 9, page: 2, perPage: 2 };

describe('a page joined to the text of its answer', () => {
  it('a page for a screen holds its rows and numbers, and no cursor', () => {
    const { text, next } = joinPage({ ...page, next: undefined });
    expect(JSON.parse(text)).toEqual({ data: [{ id: 1 }, { id: 2 }], total: 9, page: 2, per_page: 2 });
    expect(next).toBeUndefined();
  });

  it.each(['abc"\\', null])('a page for a program ends with its cursor %s', (cursor) => {
    const { text, next } = joinPage({ ...page, next: cursor });
    expect(JSON.parse(text)).toMatchObject({ data: [{ id: 1 }, { id: 2 }], next_cursor: cursor });
    expect(next).toBe(cursor);
  });

  it('a page of a walk without a count has neither number nor total', () => {
    const { text } = joinPage({ rows: [], total: null, page: null, perPage: 5, next: null });
    expect(text).toBe('{"data":[],"total":null,"page":null,"per_page":5,"next_cursor":null}');
  });
});
