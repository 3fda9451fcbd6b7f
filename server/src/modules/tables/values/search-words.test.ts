import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { searchWords, WORD_BREAKS_SQL } from './search-words.ts';

describe('the words of a search', () => {
  it('search words are letters and digits, split at every mark', () => {
    expect(searchWords('O’Neil & Sons — “naïve” (x²) a.b@c-d 東京、大阪 100% 🚀go')).toEqual([
      ...['O', 'Neil', 'Sons', 'naïve', 'x²', 'a', 'b'],
      ...['c', 'd', '東京', '大阪', '100'],
    ]);
  });

  it.each(["a & !b | c:* <-> 'd'", '\\', "'", ':*', '()', '\u1680', '\u00a0 \u3000'])(
    'search words hold no operator: %j',
    (text) => {
      for (const word of searchWords(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
    },
  );

  it('search words are composed (NFC), as texts are stored', () => {
    expect(searchWords('cafe\u0301')).toEqual(['caf\u00e9']);
  });
});

describe('the database’s words of a text', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the words of the database end where ours do', async () => {
    const { rows } = await server.database.execute<{ source: string }>(
      sql`select pg_get_functiondef('search_words(text)'::regprocedure) as source`,
    );
    expect(rows[0]?.source).toContain(`'${WORD_BREAKS_SQL}'`);
  });

  it('the words of the database are found by ours, whole or by their beginning', async () => {
    // The locale of the database decides whether these are parts of words.
    const { rows: doubtful } = await server.database.execute<{ sign: string }>(
      sql`select sign from unnest(array['½', '²']) sign where to_tsvector('simple', sign) = ''`,
    );
    const left = new Set(doubtful.map(({ sign }) => sign));
    const signs = 'aZéßı東Ω9½²–—“’&|!:*()<>\\\'"%_. \u00a0\u3000-🚀'.split(/(?:)/u).filter((sign) => !left.has(sign));
    const pieces = fc.constantFrom(...signs, 'word', 'Ünïcode');
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
        const text = parts.join('');
        for (const word of searchWords(text)) {
          const query = `${Array.from(word).slice(0, 2).join('')}:*`;
          const { rows } = await server.database.execute(
            sql`select search_words(${text}) @@ to_tsquery('simple', ${query}) as is_found`,
          );
          expect(rows, `${query} in ${text}`).toEqual([{ is_found: true }]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('texts that are not parsed have the words that the parser finds', async () => {
    const numbers = fc.array(fc.constantFrom(...'0123456789eExh'), { maxLength: 9 }).map((signs) => signs.join(''));
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
    // The marks that are replaced one by one, others, and others beyond ASCII.
    const marked = fc.array(fc.constantFrom(...".,-/:&()'_ +#;\n\t—’…aB1eE"), { maxLength: 30 }).map((signs) => signs.join(''));
    const long = fc.integer({ min: 1_990, max: 2_060 }).map((length) => `a ${'w'.repeat(length)}`);
    const text = fc.array(fc.oneof(...[numbers, ascii, marked].map((arbitrary) => ({ weight: 20, arbitrary })), long), {
      maxLength: 4,
    });
    const texts = fc.sample(text, { numRuns: 3_000, seed: 11 }).map((parts) => parts.join(' '));
    const { rows } = await server.database.execute<{ text: string }>(sql`
      select text from unnest(${sql.param(texts)}::text[]) text
      where search_words(text) <> strip(to_tsvector('simple', regexp_replace(text, ${WORD_BREAKS_SQL}, ' ', 'g')))`);
    expect(rows).toEqual([]);
  });
});
