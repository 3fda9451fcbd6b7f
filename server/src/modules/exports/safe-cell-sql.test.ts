import { safeCell } from '@leadloom/shared/domain/safe-cell';
import { anyCharacter } from '@leadloom/shared/testing/any-character';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isThorough, thoroughOr } from '../../testing/thorough.ts';

const LAST = 0x10ffff;
const SURROGATES = { from: 0xd800, to: 0xdfff };
/** Blanks, invisible characters, digits and signs: whatever a rule for characters may name, rightly or by mistake. */
const SPECIAL = /[[\s\p{C}\p{Z}\p{N}\p{P}\p{S}]--[\p{Cn}\p{Co}\p{Cs}]]/v;
/** Of the other characters, one in so many is tried. */
const SAMPLE = 64;
/** Texts in one statement. */
const AT_ONCE = 65_536;
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '⁺', '₌', '﬩', '⩵', '\u2212', '\u2011'];
const invisible = [
  '\t',
  '\r',
  '\n',
  ' ',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u3000',
  '\u0085',
  '\u{e0020}',
  '\u0001',
];
const numbers = [
  '12',
  '+12',
  '-1,000.25',
  '-4%',
  '+49 30 555010',
  '+1 (555) 010-2030',
  '+49.30',
  '1e5',
  '٣',
  '+',
  '-',
  '%',
  '.',
  '()',
];
const separators = [',', ';', ', ', ';\u00a0', ',\u0085', ' ,', '\n', '\t', '|', ';"', '/'];

/**
 * Texts built from the characters that the rule checks, so that each of its branches is tested thousands of
 * times.
 */
const craftedText = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", ...signs, ...invisible, ...numbers, ...separators),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof({ weight: 4, arbitrary: craftedText }, fc.string({ unit: anyCharacter }), fc.string());

/** All characters; outside `pnpm faults` the special ones with their neighbours, where a range may end wrongly, and some others. */
function codesToTry(): readonly number[] {
  const codes = Array.from({ length: LAST }, (_, index) => index + 1);
  const special = new Set(codes.filter((code) => SPECIAL.test(String.fromCodePoint(code))));
  const isTried = (code: number) => code % SAMPLE === 0 || [code - 1, code, code + 1].some((near) => special.has(near));
  return codes.filter((code) => (code < SURROGATES.from || code > SURROGATES.to) && (isThorough() || isTried(code)));
}

describe('safe_cell in the database', () => {
  let server: TestServer;
  /** The database stores no NUL and no lone surrogate, so no cell contains one. */
  const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
  const asDatabase = async (texts: readonly string[]) => {
    const { rows } = await server.database.execute<{ cell: string }>(
      sql`select safe_cell(cell) as cell from unnest(${sql.param(texts)}::text[]) with ordinality as given(cell, place) order by place`,
    );
    return rows.map(({ cell }) => cell);
  };
  const codes = codesToTry();
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('safe_cell in SQL and in the server agree on any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText.map(storable), { minLength: 200, maxLength: 400 }), async (texts) => {
        expect(await asDatabase(texts)).toEqual(texts.map(safeCell));
      }),
      { numRuns: thoroughOr(100, 10) },
    );
  });

  it.each([
    ['before a formula', LAST, (character: string) => `${character}=1+1`],
    ['before a telephone number', 0xffff, (character: string) => `${character}+49 30 555010`],
    ['between numbers', 0xffff, (character: string) => `-1,${character}2`],
    ['between separator and formula', LAST, (character: string) => `a;${character}=1+1`],
    ['as a separator', 0xffff, (character: string) => `a${character}=1+1`],
    ['as a sign', 0xffff, (character: string) => `a;${character}1`],
    ['behind a number behind a separator', 0xffff, (character: string) => `a; -1${character}`],
    ['in a telephone number', 0xffff, (character: string) => `+49 30${character}555010`],
  ])('safe_cell in SQL and in the server agree on each character %s, up to %i', async (_, last, textWith) => {
    for (let from = 0; from < codes.length; from += AT_ONCE) {
      const texts = codes
        .slice(from, from + AT_ONCE)
        .filter((code) => code <= last)
        .map((code) => textWith(String.fromCodePoint(code)));
      const found = await asDatabase(texts);
      const different = texts.filter((text, index) => found[index] !== safeCell(text));
      expect(different.map((text) => text.codePointAt(0)?.toString(16))).toEqual([]);
    }
  });

  it('safe_cell leaves a blank cell blank', async () => {
    const { rows } = await server.database.execute(sql`select safe_cell(null) as cell`);
    expect(rows).toEqual([{ cell: null }]);
  });

  it('safe_cell is immutable and safe for parallel plans', async () => {
    const { rows } = await server.database.execute(
      sql`select provolatile as volatility, proparallel as parallel from pg_proc where proname = 'safe_cell'`,
    );
    expect(rows).toEqual([{ volatility: 'i', parallel: 's' }]);
  });
});
