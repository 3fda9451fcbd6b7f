/**
 * What the texts of the model are too simple for: folded letters, scripts without blanks, signs, odd numbers, days of all centuries
 * and shared hosts. PostgreSQL and an engine have to find the same rows, and to count them in the same spelling and to the last
 * digit.
 */
import { copiedColumns } from '@leadloom/server/column-store/copied-columns';
import { sharedHostLists, sharedHostPattern } from '@leadloom/server/hosts/shared-hosts';
import { answerFacets, answerSummary } from '@leadloom/server/modules/tables/facets/count-answers';
import { createEngineCounter, NotSaid } from '@leadloom/server/modules/tables/facets/engine-counter';
import { createTableCounts } from '@leadloom/server/modules/tables/facets/table-counts';
import { conditionEngine } from '@leadloom/server/modules/tables/filters/condition-engine';
import { conditionSql } from '@leadloom/server/modules/tables/filters/condition-sql';
import { createDatabaseTexts } from '@leadloom/server/modules/tables/filters/database-texts';
import { isSharedHost } from '@leadloom/server/modules/tables/filters/linked-engine';
import { refreshBitmaps } from '@leadloom/server/modules/tables/totals/refresh-bitmaps';
import { databaseName, domainColumn, domainSources } from '@leadloom/server/schema/data-table';
import { loadCopy, readingOf } from '@leadloom/server/testing/load-copy';
import { addRows } from '@leadloom/server/testing/table-rows';
import { arbitraryFilters, arbitraryRow } from '@leadloom/server/testing/table-samples';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { measures } from '@leadloom/shared/contract/table-facets';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { CellValue, TableDefinition } from '@leadloom/shared/tables/define-table';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';

const SEED = 20_261_130;
const ROWS = 120;
/** In one statement. */
const AT_ONCE = 30;
const QUESTIONS = thoroughOr(200, 6);

const NAMES = [
  ...['Müller Suchfict GmbH', 'Mueller Zweitfict AG', 'Muller Drittfict', 'Crème Éclairfict SARL', 'Łódź Nićfict Sp. z o.o.'],
  ...['Ærøfict A/S', 'Straßenfict KG', 'İstanbul Iplikfict', 'Ｆｕｌｌｆｉｃｔ Ｉｎｃ．', 'Œuvrefict S.A.', 'STRASSENFICT'],
  ...['Nguyễn Dệtfict', 'Ελληνικός Αργαλειόςfict', 'ΑΡΓΑΛΕΙΌΣ ΣΟΦΌΣ', 'Ткачфикт ООО', 'Åre Trådfict AB', 'Aare Traadfict'],
  ...['株式会社手架空', '手工空間架社', 'ﾃｽﾄ架空織機', '한국가상직물 주식회사', 'บริษัททอผ้าสมมติจำกัด', 'ナナナ・がぎぐ架空'],
  ...['Weave C++ Fict', 'Weave C# Fict', '50% Fict', '50 Fict', 'Loom .NET Fict', 'AT&T Fict', 'R & D Fict', "O'Loom Fict"],
  ...['back\\slash_fict', 'per%cent_fict', 'back slash fict', `"quoted" fict`, "''fict''", 'tab\tfict', 'line\nfict', '(fict)'],
];
const SEARCHES = [
  ...['müller', 'mueller', 'muller', 'mü', 'm', 'fict', 'creme eclair', 'ÆRØ', 'strasse', 'straße', 'istanbul', 'full', 'oeuvre'],
  ...['αργαλειος', 'σοφος', 'ткач', 'trådfict', 'traadfict', '架空', '手架', '架', 'テスト', 'ナナナ', '한국', 'ทอผ้า', 'がぎ'],
  ...[
    'C++',
    'c#',
    '50%',
    '.net',
    'at&t',
    'r & d',
    "o'loom",
    'back\\slash',
    'per%cent',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '-',
    ' ',
    '(fict)',
  ],
  ...[
    '"müller suchfict"',
    '"mueller suchfict"',
    '"suchfict müller"',
    '"muller"',
    '"架空織機"',
    '"weave c++"',
    '"r & d"',
    '"fict"',
  ],
  ...['fict -weave', '-fict', '-"weave c#" fict', '-müller', '-"架空"', 'weave OR müller', '-weave OR "50 fict"', '""', '-""'],
  ...[
    'weave fict -"c++" OR 架空 -手',
    'www.mueller-suchfict.example',
    'https://www.mueller-suchfict.example/x',
    'a@acme.example',
  ],
];
const TEXTS = ['MÜLLER', 'ΣΟΦΌΣ', 'σ', 'İ', '%', '_', '\\', "'", '"', '架', ' fict', '', 'Å', 'ß', '\t', '50%'];
const DAYS = ['0001-01-01', '1599-12-31', '1899-12-31', '1969-12-31', '1970-01-01', '2026-02-28', '2300-01-01', '9999-12-31'];
const NUMBERS = [-1234.5, -0.1, 0.1, 0.2, 0.3, 1 / 3, 1.999_999_9, 2, 5, 49.5, 99.999, 1e6, 1e9 + 0.5, 123_456_789.123_456_7];
const WHOLE = [0, 1, 2 ** 53 - 1, 4_000_000_000, -5];
/** They have too many digits for an exact sum. */
const HUGE = [1e300, -1e18, 1e-30];

describe('PostgreSQL and an engine', () => {
  let server: TestServer;
  let engine: EngineDatabase;
  beforeAll(async () => {
    [server, engine] = await Promise.all([startTestServer(), createEngineDatabase()]);
    for (const definition of tableNames.map(tableByName)) {
      const rows = fc.sample(oddRow(definition), { numRuns: ROWS, seed: SEED });
      await addRows(server.database, definition, rows);
    }
    for (const definition of tableNames.map(tableByName)) await loadCopy(engine.client, server.database, definition);
    await refreshBitmaps(server.database);
  });
  afterAll(async () => {
    await engine.drop();
    await server.close();
  });

  /** Ids by PostgreSQL and by the engine; null: the engine cannot say it. */
  async function ask(definition: TableDefinition, conditions: readonly Condition[]) {
    const reading = readingOf(engine.client);
    const texts = createDatabaseTexts(server.database);
    const table = sql.identifier(databaseName(definition));
    const { rows } = await server.database.execute<Record<string, string[]>>(
      sql`select ${sql.join(
        conditions.map(
          (condition, at) =>
            sql`array(select id from ${table} where ${conditionSql({ definition, asker: null }, condition)} order by id) as ${sql.identifier(`q${at}`)}`,
        ),
        sql`, `,
      )}`,
    );
    const said = await Promise.all(
      conditions.map((condition) => conditionEngine({ definition, asker: null, reading, texts }, condition)),
    );
    const found: (readonly number[] | null)[] = [];
    for (let first = 0; first < said.length; first += AT_ONCE) {
      const some = said.slice(first, first + AT_ONCE);
      const lists = some.map((condition) => sql`arraySort(groupArrayIf(id, ${condition ?? sql`0`}))`);
      const [answer = []] = await reading.rows(
        sql`select ${sql.join(lists, sql`, `)} from ${reading.tableOf(definition)} where ${reading.isVisible(definition)}`,
      );
      for (const [at, condition] of some.entries()) found.push(condition === null ? null : [answer[at]].flat().map(Number));
    }
    return conditions.map((condition, at) => ({ condition, should: rows[0]?.[`q${at}`]?.map(Number), is: found[at] }));
  }

  async function expectSame(definition: TableDefinition, conditions: readonly Condition[]): Promise<number> {
    const answers = await ask(
      definition,
      conditions.flatMap((of) => [of, { kind: 'not', of } as const]),
    );
    for (const { condition, should, is } of answers)
      expect(is, `${definition.name} ${JSON.stringify(condition)}`).toEqual(should);
    return answers.filter(({ should }) => (should?.length ?? 0) > 0).length;
  }

  it('find the same rows by words, beginnings, phrases, exclusions and addresses', async () => {
    let found = 0;
    for (const definition of tableNames.map(tableByName))
      for (const filter of definition.filters.filter(({ kind }) => kind === 'search'))
        if (filter.kind === 'search')
          for (const findsAddress of definition.name === 'companies' ? [true, false] : [true])
            found += await expectSame(
              definition,
              SEARCHES.map((text) => ({ kind: 'search', columns: filter.columns, text, findsAddress }) as const),
            );
    expect(found).toBeGreaterThan(SEARCHES.length);
  });

  it('find the same rows by parts of texts, whole texts and addresses', async () => {
    for (const definition of tableNames.map(tableByName)) {
      const columns = definition.columns.filter(({ kind }) => ['text', 'long-text', 'list', 'link', 'email'].includes(kind));
      await expectSame(
        definition,
        columns.flatMap(({ field: column }) => [
          ...TEXTS.flatMap((text): Condition[] => [
            { kind: 'contains', column, text },
            { kind: 'starts', column, text },
          ]),
          { kind: 'equals', column, values: NAMES },
          { kind: 'equals', column, values: ["''FICT''"] },
        ]),
      );
    }
  });

  it('find the same rows by numbers and days', async () => {
    for (const definition of tableNames.map(tableByName)) {
      const ends = [...NUMBERS, ...WHOLE, ...HUGE, 2 ** 53 + 2].map((value) => ({ value, isOpen: value > 2 }));
      const numbers = definition.columns.filter(({ kind }) => ['integer', 'number', 'money'].includes(kind));
      const days = definition.columns.filter(({ kind }) => kind === 'date' || kind === 'time');
      await expectSame(definition, [
        ...numbers.flatMap(({ field: column }) =>
          ends.flatMap((end): Condition[] => [
            { kind: 'numbers', column, from: end, to: null },
            { kind: 'numbers', column, from: null, to: end },
          ]),
        ),
        ...days.flatMap(({ field: column }) =>
          DAYS.flatMap((day): Condition[] => [
            { kind: 'days', column, from: day, to: null },
            { kind: 'days', column, from: null, to: day },
            { kind: 'days', column, from: day, to: day },
          ]),
        ),
        ...definition.columns.map(({ field: column }): Condition => ({ kind: 'blank', column })),
        ...['1970-01-01T00:00:00Z', '2026-02-28T12:00:00.123456Z', '2300-01-01T00:00:00Z'].map(
          (after): Condition => ({ kind: 'changed', after }),
        ),
      ]);
    }
  });

  it('take the same hosts for shared ones', async () => {
    const pattern = new RegExp(sharedHostPattern());
    const fronts = ['', 'www2.', 'm.', 'en-gb.', 'mobile.', 'business.', 'acme.', 'a.b.', 'm.de.'];
    const hosts = [
      ...sharedHostLists().hosts.flatMap((host) => fronts.map((front) => `${front}${host}`)),
      ...['amazon.de', 'amazon.co.uk', 'acme.amazon.de', 'blogspot.com', 'acme.blogspot.com', 'co.uk', 'com.br', 'acme.co.uk'],
      ...[
        'alpha.example',
        'abc.example',
        'facebook.com.example',
        'notfacebook.com',
        'x.facebook.community',
        'co.uk\n',
        '\nco.uk',
      ],
    ];
    const shared = await engine.client.rows({
      text: `select host from (select arrayJoin({hosts:Array(String)}) as host) where match(host, {pattern:String})`,
      parameters: {
        hosts: `[${hosts.map((host) => `'${host.replaceAll('\n', '\\n')}'`).join(',')}]`,
        pattern: sharedHostPattern().replaceAll('\\', '\\\\'),
      },
    });
    expect(shared.flat()).toEqual(hosts.filter((host) => pattern.test(host)));
    expect(isSharedHost(sql`host`)).toBeDefined();
  });

  it('count the same, in the same spelling and to the last digit', { timeout: 600_000 }, async () => {
    const seen = { said: 0, unsaid: 0 };
    for (const definition of tableNames.map(tableByName)) {
      const dimensions = [...dimensionsOf(definition).values()];
      const question = fc.record({
        sent: arbitraryFilters(definition),
        of: fc.subarray(dimensions, { minLength: 1, maxLength: 4 }),
        by: fc.subarray(dimensions, { minLength: 1, maxLength: 2 }),
        measure: fc.constantFrom(...measures),
        field: fc.constantFrom(null, ...measuredFields(definition)),
      });
      const counted = await createTableCounts().begin(server.database, definition);
      const counter = createEngineCounter(readingOf(engine.client), server.database, definition);
      for (const { sent, of, by, measure, field } of fc.sample(question, { numRuns: QUESTIONS, seed: SEED })) {
        const filters = readFilters(definition, sent);
        const measured =
          field === null ? ({ measure: 'count', field } as const) : { measure, field: measure === 'count' ? null : field };
        const about = JSON.stringify({
          table: definition.name,
          sent,
          of: of.map(({ name }) => name),
          by: by.map(({ name }) => name),
          measured,
        });
        const ways: readonly ((asked: typeof counter) => Promise<unknown>)[] = [
          (asked) => answerFacets(asked, filters, { dimensions: of }),
          (asked) => answerSummary(asked, filters, { dimensions: by, measured }),
        ];
        for (const answer of ways) {
          const is = await answer(counter).catch((error: unknown) => error);
          const should = await answer(counted);
          if (is instanceof NotSaid) seen.unsaid += 1;
          else {
            seen.said += 1;
            expect(is, about).toEqual(should);
          }
        }
      }
    }
    expect(seen.said).toBeGreaterThan(seen.unsaid * 3);
  });

  it('have a column for each cell that can be asked for', () => {
    for (const definition of tableNames.map(tableByName)) {
      const names = new Set(copiedColumns(definition).map(({ name }) => name));
      expect(definition.columns.filter(({ field }) => !names.has(field))).toEqual([]);
    }
  });
});

/** A row whose texts, numbers and days are odd ones here and there. */
function oddRow(definition: TableDefinition): fc.Arbitrary<Readonly<Record<string, CellValue>>> {
  const variants = fc.array(fc.nat(10_000), { minLength: definition.columns.length, maxLength: definition.columns.length });
  return fc.tuple(arbitraryRow(definition), variants).map(([row, by]) => {
    const cells = Object.fromEntries(
      definition.columns.map(({ field, kind }, at): [string, CellValue] => {
        const [cell = null, variant = 0] = [row[field], by[at]];
        return [field, cell === null || variant % 3 === 0 ? cell : oddCell(kind, cell, variant)];
      }),
    );
    const hosts = domainSources(definition).map((field) => [domainColumn(field), hostOf(cells[field])] as const);
    return { ...cells, ...Object.fromEntries(hosts) };
  });
}

function hostOf(cell: CellValue | undefined): string | null {
  return typeof cell === 'string' ? normalDomain(cell) : null;
}

function oddCell(kind: TableDefinition['columns'][number]['kind'], cell: CellValue, variant: number): CellValue {
  const name = NAMES[variant % NAMES.length] ?? '';
  switch (kind) {
    case 'text':
    case 'long-text':
      return variant % 2 === 0 ? name : name.toUpperCase();
    case 'list':
      return Array.isArray(cell) ? [...cell, name, name.toUpperCase(), ...cell.map((item) => item.toUpperCase())] : cell;
    case 'date':
      return DAYS[variant % DAYS.length] ?? cell;
    case 'time':
      return `${DAYS[variant % DAYS.length]}T23:59:59.999999Z`;
    case 'integer':
      return WHOLE[variant % WHOLE.length] ?? cell;
    case 'number':
    case 'money':
      return (variant % 50 === 1 ? HUGE : NUMBERS)[variant % (variant % 50 === 1 ? HUGE.length : NUMBERS.length)] ?? cell;
    default:
      return cell;
  }
}
