import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { foldText } from './fold-text.ts';

describe('folding a text', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const foldedByDatabase = async (text: string) => {
    const { rows } = await server.database.execute(sql`select fold_text(${text}) as folded`);
    return rows[0]?.folded;
  };

  it.each([
    ['Søren Ærø', 'soren aero'],
    ['ŁÓDŹ', 'lodz'],
    ['Straße', 'strasse'],
    ['ẞ', 'ss'],
    ['Cafe\u0301', 'cafe'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁn', 'fin'],
    ['한국', '한국'],
    ['がぎ', 'がぎ'],
    ['%_\\', '%_\\'],
  ])('%s folds to %s, here and in the database', async (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(await foldedByDatabase(text)).toBe(folded);
  });

  it('the letters of Europe fold to the same text here and in the database', async () => {
    const letter = fc.integer({ min: 0x20, max: 0x24f }).map((point) => String.fromCodePoint(point));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letter, maxLength: 60 }), async (text) => {
        expect(await foldedByDatabase(text)).toBe(foldText(text));
      }),
      { numRuns: 60 },
    );
  });

  it('folding a folded text changes nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)));
  });
});
