import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { nameKey } from '../../match/name-key.ts';
import { FORMS_BEHIND, FORMS_IN_FRONT, FORMS_ON_EITHER_SIDE, withoutLegalForm } from './legal-forms.ts';
import { boundedSearch, hasSearchedWords, longRuns, searchedWords, spelledOut } from './search-words.ts';
import { patternsIn } from './word-patterns.ts';

/** Pieces of texts in which folding, parts of words and signs meet. */
const PIECES = [
  ...['Müller', 'mueller', 'MULLER', 'Mu\u0308ller', 'Straße', 'strasse', 'ẞ', 'Œuvre', 'ﬁn', 'Łódź', 'Ærø', 'Åre', 'Aare'],
  ...['İstanbul', 'ıI', 'istanbul', 'ΟΔΟΣ', 'οδος', 'Ткач', 'й', 'и\u0306', 'Nguyễn', 'ﷺ', 'שלום', 'हिन्दी', 'naïve', 'x²', '½'],
  ...[
    'Ｆｕｌｌ',
    '１２',
    'ｽﾄﾞ',
    'スド',
    'テスト',
    'テスラ',
    'ホスト',
    'か\u3099',
    'が',
    '々',
    '〇〇',
    '手架空',
    '架空',
    '空手',
    '𠮷野',
  ],
  ...[
    '한국',
    '\u1112\u1161\u11ab',
    '가상',
    'ทอผ้า',
    'ผ้าทอ',
    'จำกัด',
    'ลาว',
    'မြန်မာ',
    'ខ្មែរ',
    'A社LINE',
    '㈱',
    '㎏',
    '①',
    '⑴',
    'Ⅷ',
    'x™',
    '№5',
  ],
  ...[
    'C++',
    'c＋＋',
    'C#',
    'f#',
    '50%',
    '50',
    '.NET',
    'net',
    'asp.net',
    'AT&T',
    'at',
    't',
    'R & D',
    'R&D',
    'a+b',
    'B&',
    '&',
    '+',
    '%',
  ],
  ...[
    '1e5x',
    '3.14',
    'snake_case',
    'O’Neil',
    '“q”',
    'a—b',
    '🚀go',
    '_',
    '-',
    ',',
    '・',
    '\u00ad',
    '\u200b',
    "'; --",
    ':*',
    '(',
    '\\',
  ],
];
const arbitraryText = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', ' ', ' ', ',', '-')), { maxLength: 6 })
  .map((parts) => parts.map(([piece, after]) => piece + after).join(''));

describe('the words of a search', () => {
  it.each([
    ['O’Neil & Sons — “naïve” (x²) a.b@c-d', [], [['o', 'neil', 'sons', 'naive', 'x2', 'a', 'b', 'c', 'd']], ['']],
    ['東京、大阪 ｶﾅ 100% 🚀go', ['100%'], [['go']], ['東京 大阪 カナ']],
    [
      'Müller straße',
      [],
      [
        ['muller', 'strasse'],
        ['mueller', 'strasse'],
      ],
      ['', ''],
    ],
    ['AT&T C++ .NET', ['at&t', 'c++', '.net'], [[]], ['']],
    ['A社LINEヤフー', [], [['a', 'line']], ['社 ヤフー']],
  ])('%s', (text, names, words, runs) => {
    const { names: own, readings } = searchedWords(text);
    expect(own).toEqual(names);
    expect(readings.map((reading) => reading.words)).toEqual(words);
    expect(readings.map((reading) => reading.runs.join(' '))).toEqual(runs);
  });

  it.each(["a & !b | c:* <-> 'd'", '\\', "'", ':*', '()', '\u1680', '\u00a0 \u3000', '+&%#', 'x++|y'])(
    'they contain no operator: %j',
    (text) => {
      const { names, readings } = searchedWords(text);
      for (const word of [...names, ...readings.flatMap((reading) => [...reading.words, ...reading.runs])])
        expect(word).toMatch(/^[.\p{L}\p{M}\p{N}]+[\p{L}\p{M}\p{N}&+#%]*$/u);
    },
  );

  it('a search without a word finds nothing, and words beyond the twelfth are left out', () => {
    for (const text of ['', ' ', '&', '+ %', '・', '🚀']) expect(boundedSearch(text), text).toBeNull();
    const many = Array.from({ length: 30 }, (_, at) => `w${at}`);
    expect(boundedSearch(many.join(' '))).toBe(many.slice(0, 12).join(' '));
    expect(boundedSearch('Müller')).toBe('Müller');
    expect(longRuns('手架空 架空 ab')).toEqual(['手架空']);
  });

  it.each([
    ['Weaver GmbH', 'Weaver'],
    ['Weaver GmbH & Co. KG', 'Weaver'],
    ['Weaver S.A.R.L.', 'Weaver'],
    ['Weaver, Inc.', 'Weaver,'],
    ['Weaver Sp. z o.o.', 'Weaver'],
    ['Weaver S. A.', 'Weaver'],
    ['Weaver Pte. Ltd.', 'Weaver'],
    ['Weaver Private Limited', 'Weaver'],
    ['Weaver Co', 'Weaver Co'],
    ['Weaver company', 'Weaver company'],
    ['GmbH', 'GmbH'],
    ['Ltd Weaver', 'Ltd Weaver'],
    ['', ''],
  ])('%s is searched for as %s', (text, searched) => expect(withoutLegalForm(text)).toBe(searched));
});

describe('the database’s words of a text', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('its functions contain the patterns that are defined here', async () => {
    const { rows } = await server.database.execute<{ name: string; source: string }>(
      sql`select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const sourceOf = (name: string) => rows.find((row) => row.name === name)?.source;
    const { breaks, nameBreaks, unspaced, signedNames } = patternsIn('sql');
    const parts = {
      search_words: [`'${breaks}'`],
      words_of_folded: [`'${breaks}'`, `'${unspaced}'`],
      scoped_query: [`'${breaks}'`, `'${signedNames}'`],
      signed_names: [`'${signedNames}'`],
      name_key: [`'${nameBreaks}'`, `(?:${FORMS_ON_EITHER_SIDE})`, `'{${FORMS_BEHIND.join()}}'`, `'{${FORMS_IN_FRONT.join()}}'`],
    };
    for (const [name, patterns] of Object.entries(parts))
      for (const pattern of patterns) expect(sourceOf(name), name).toContain(pattern);
  });

  it('a search finds here what it finds in the database', async () => {
    // The locale of the database decides whether these are parts of words.
    const { rows: doubtful } = await server.database.execute<{ sign: string }>(
      sql`select sign from unnest(array['½', '²']) sign where to_tsvector('simple', sign) = ''`,
    );
    const left = doubtful.map(({ sign }) => sign);
    const pairs = fc
      .sample(fc.tuple(arbitraryText, arbitraryText, fc.constantFrom(...PIECES), fc.boolean()), { numRuns: 3_000, seed: 5 })
      .map(([text, other, piece, isPart]) => ({
        text,
        typed: isPart ? `${piece} ${Array.from(text).slice(1, 4).join('')}` : other,
      }))
      .filter(({ text, typed }) => !left.some((sign) => `${text}${typed}`.includes(sign)));
    const bounded = pairs.flatMap(({ text, typed }) => {
      const wanted = boundedSearch(typed);
      return wanted === null ? [] : [{ text, wanted, parts: longRuns(wanted) }];
    });
    const { rows } = await server.database.execute<{ is_found: boolean | null }>(sql`
      select search_words(text) @@ scoped_query('', wanted)
        and fold_text(text) like all (array(select '%' || part || '%' from json_array_elements_text(parts) part)) as is_found
      from json_to_recordset(${JSON.stringify(bounded)}) as given (text text, wanted text, parts json)`);
    const differing = bounded.filter(
      ({ text, wanted }, at) => hasSearchedWords(text, searchedWords(wanted)) !== (rows[at]?.is_found ?? false),
    );
    expect(differing).toEqual([]);
    expect(rows.filter((row) => row.is_found === true).length).toBeGreaterThan(bounded.length / 30);
  });

  it('names have the same key and the same spellings here and in the database', async () => {
    const arbitraryName = fc.tuple(
      arbitraryText,
      fc.constantFrom('', ' GmbH', ', Inc.', ' S.A.', ' Sp. z o.o.', '株式会社', ' & Co. KG'),
    );
    const names = fc.sample(arbitraryName, { numRuns: 1_500, seed: 6 }).map(([name, form]) => name + form);
    const { rows } = await server.database.execute<Record<string, string | null>>(sql`
      select name_key(name, true) as company, name_key(name, false) as person, fold_text(spelled_out(name)) as spelled
      from json_array_elements_text(${JSON.stringify(names)}::json) name`);
    const differing = names.flatMap((name, at) => {
      const spelled = spelledOut(name);
      const own = {
        company: nameKey(name, true),
        person: nameKey(name, false),
        spelled: spelled === null ? null : searchedWords(spelled).readings.length,
      };
      const row = rows[at];
      const isSame =
        own.company === row?.company && own.person === row.person && (own.spelled === null) === (row.spelled === null);
      return isSame ? [] : [{ name, own, row }];
    });
    expect(differing).toEqual([]);
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
      select text from unnest(${sql.param(texts)}::text[]) text,
        regexp_replace(text, ${patternsIn('sql').breaks}, ' ', 'g') words
      where plain_words(words) <> strip(to_tsvector('simple', words))`);
    expect(rows).toEqual([]);
  });

  it('long texts without blanks are taken apart in a time that grows with their length', async () => {
    const texts = [
      '架'.repeat(100_000),
      'ก'.repeat(100_000),
      `${'a'.repeat(100_000)}+`,
      '&a'.repeat(50_000),
      ' .a'.repeat(30_000),
    ];
    const { rows } = await server.database.execute<{ found: number }>(
      sql`select length(search_words(text)) as found from unnest(${sql.param(texts)}::text[]) text`,
    );
    expect(rows).toHaveLength(texts.length);
  });
});
