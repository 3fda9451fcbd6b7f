import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCursorSeal } from './sealed-cursor.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const positionSchema = z.object({ id: z.int() });

describe('a cursor', () => {
  const given = createCursorSeal([older], 'rows').seal({ id: 7 });

  it('a cursor is valid as long as its secret is kept', () => {
    expect(createCursorSeal([newer, older], 'rows').open(given, positionSchema)).toEqual({ id: 7 });
    expect(() => createCursorSeal([newer], 'rows').open(given, positionSchema)).toThrow(/Start again with an empty cursor/);
  });

  it('a cursor is sealed with the newest secret', () => {
    const text = createCursorSeal([newer, older], 'rows').seal({ id: 8 });
    expect(createCursorSeal([newer], 'rows').open(text, positionSchema)).toEqual({ id: 8 });
    expect(() => createCursorSeal([older], 'rows').open(text, positionSchema)).toThrow();
  });

  it('a cursor is not valid for another list', () => {
    expect(() => createCursorSeal([older], 'columns').open(given, positionSchema)).toThrow();
  });
});
