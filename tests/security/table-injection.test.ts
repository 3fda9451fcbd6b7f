import { addRows, type RowCells } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '@leadloom/shared/contract/tables';
import type { ChoiceFilter, LookupFilter, TableDefinition, TextFilter } from '@leadloom/shared/tables/define-table';
import { type FilterParameter, tableParameters, WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { asRepeated } from '@leadloom/shared/tables/list-values';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { someOf, triedTables } from './some-of.ts';
import { addPerson, fingerprint, nextAddress, type Person, tell } from './testing/security.fixture.ts';

/** Each is stored in a row of its own, so that a filter by it must find that row and no other. */
const hostileTexts = [
  ...[
    "'",
    "''",
    '"',
    '\\',
    "\\'",
    '`',
    ';',
    '--',
    '/*',
    '*/',
    '#',
    '%',
    '_',
    '%%',
    '_%',
    '\\%',
    '*',
    '?',
    '$1',
    ':a',
    '$',
    '|',
    '||',
  ],
  ...['{}', '{a,b}', '{"a"}', '"}', '(', ')', '[]', 'a,b', 'NULL', 'null', 'true', 'undefined', 'NaN', 'Infinity', '-0', '1e309'],
  ...["' or '1'='1", "' or 1=1 --", "') or ('1'='1", '1) or (1=1', "x' union select null --", "'||(select version())||'"],
  ...["'; drop table companies; --", "'; select pg_sleep(20); --", '$$; select 1; $$', "E'\\x27'", "U&'\\0027'", "a' and '1'='2"],
  ...["array['a']", "any('{}')", '\\copy x to stdout', 'a & b', 'a | b', '!a', 'a:*', "'a':*", 'a <-> b', 'a:A'],
  ...['<script>alert(1)</script>', '=1+1', '../../etc/passwd', '%00', '%27', '&amp;', '__proto__', 'constructor', 'prototype'],
  ...['toString', 'hasOwnProperty', 'valueOf', 'ʼ', '＇', '′', '‘', '’', '\u202e', '\u2028x', '\ufeffx', '😀', 'ＯＲ', 'a\u0301'],
  ...['ﷺ', 'İ', 'ß', 'x'.repeat(200)],
];
/** No filter takes these. */
const refusedTexts = ['%00', 'a%00b', 'a%0ab', 'a%0d%0ab', '%7f', '%1b%5b31m', `${'y'.repeat(201)}`];
/** Not valid text once the address is decoded. */
const brokenTexts = ['%ed%a0%80', '%ed%a0%80%00', '%ff', '%c0%a7', '%', '%zz', '%u0027', '+', '%20'];
const pagings = [
  'page=-1',
  'page=0',
  'page=1e12',
  'page=1000000000000',
  'page=1.5',
  'page=NaN',
  'page=',
  'page=1;select',
  'page=0x10',
  'per_page=-1',
  'per_page=0',
  'per_page=1000000000',
  'per_page=1e9',
  'per_page=101',
  'per_page=10&per_page=15',
  'page=1&page=2',
  'page=%00',
];
const orders = [
  'sort=',
  'sort=ids',
  'sort=1',
  'sort=canonical_key',
  'sort=source',
  'sort=__proto__',
  'sort=constructor',
  'sort=name;drop',
  'sort=(select 1)',
  'sort=random()',
  'sort=updated_at&sort=updated_at',
  'sort=updated_at,id',
  'sort=UPDATED_AT',
  'order=',
  'order=asc;',
  'order=ASC',
  'order=asc nulls first',
  'order=desc&order=asc',
];
const unknowns = [
  'x=1',
  '__proto__=1',
  'constructor=1',
  'constructor[prototype]=1',
  'toString=1',
  'country[]=a',
  'filters={}',
  'where=1=1',
  'limit=1',
  'offset=1',
  'id=1',
  'ids=x',
  "'=1",
  '%00=1',
  'fields=password_hash',
  'PAGE=1',
];
const lookups = [searchTopics, searchSubreddits, searchTikTokUsers, searchHashtags];

/** Of the texts, for each parameter, unless all are tried; the next parameter is tried with the next of them. */
const PART = 6;

const answerSchema = z.object({ data: z.array(z.object({ id: z.number() })), total: z.number() });

type TextualFilter = ChoiceFilter | LookupFilter | TextFilter;

/** Filters by a text or one of several, where what is found can be told beforehand. */
function findsByText({ filters }: TableDefinition): readonly TextualFilter[] {
  return filters.filter(
    (filter): filter is TextualFilter =>
      filter.kind === 'choice' || filter.kind === 'lookup' || (filter.kind === 'text' && filter.match === 'equals'),
  );
}

function hostileRow(definition: TableDefinition, text: string): RowCells {
  const finding = new Set(findsByText(definition).map(({ column }) => column));
  return Object.fromEntries(
    definition.columns.flatMap(({ field, kind, isRequired }): [string, unknown][] => {
      if (finding.has(field)) return [[field, kind === 'list' ? [text, 'beside it'] : text]];
      if (kind === 'time') return [[field, '2026-01-01T00:00:00Z']];
      return isRequired === true ? [[field, `required ${text}`]] : [];
    }),
  );
}

/** The table's own parameters, and of linked rows those that have a value of their own. */
function triedParameters(name: TableName): readonly FilterParameter[] {
  return [...tableParameters(tableByName(name)).values()].filter(({ link, role }) => link === null || role === 'is');
}

describe('hostile parameters of the data tables', () => {
  let server: TestServer;
  let person: Person;
  let before: Readonly<Record<string, string>>;
  /** By table, the ids of its rows in the order of the texts. */
  const ids = new Map<string, readonly number[]>();
  const counts = {
    parameters: 0,
    requests: 0,
    'answers of 5xx': 0,
    'refused with 400': 0,
    'rows found that were not asked for': 0,
  };

  async function get(url: string) {
    const answer = await server.app.inject({ url: `/api/v1${url}`, headers: person.bearer, remoteAddress: nextAddress() });
    counts.requests += 1;
    if (answer.statusCode === 400) counts['refused with 400'] += 1;
    if (answer.statusCode >= 500) counts['answers of 5xx'] += 1;
    expect(answer.statusCode, `${url.slice(0, 200)} → ${answer.payload.slice(0, 200)}`).toBeLessThan(500);
    expect([402, 422, 429], url.slice(0, 200)).not.toContain(answer.statusCode);
    return answer;
  }
  async function expectRefused(url: string): Promise<void> {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(400);
  }
  /** Callers that are identified at the same time share a query. */
  const together = <Case>(cases: readonly Case[], send: (given: Case) => Promise<unknown>) => Promise.all(cases.map(send));
  const textsFor = (place: number) => someOf(hostileTexts, PART, place);
  const withValue = (key: string, text: string) => `${key}=${encodeURIComponent(text)}`;

  beforeAll(async () => {
    server = await startTestServer();
    person = await addPerson(server);
    for (const name of triedTables) {
      const definition = tableByName(name);
      ids.set(
        name,
        await addRows(
          server.database,
          definition,
          hostileTexts.map((text) => hostileRow(definition, text)),
        ),
      );
    }
    before = await fingerprint(server);
  });
  afterAll(async () => {
    tell('table injection (S22)', { texts: hostileTexts.length, ...counts });
    await server.close();
  });

  /** No input was executed, and nothing but an account's own export ledger was written. */
  async function expectUnchanged(): Promise<void> {
    const after = await fingerprint(server);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(
      changed.filter((table) => !/^(table_exports|exported_rows|usage_months|workspace_member_months)$/.test(table)),
    ).toEqual([]);
  }

  it.each(triedTables)('%s: a filter finds the rows that contain its text, and no text is interpreted', async (name) => {
    const definition = tableByName(name);
    for (const { key } of findsByText(definition)) {
      counts.parameters += 1;
      for (const text of textsFor(counts.parameters)) {
        // A text that would be taken for a list is sent twice, which says that it stands for itself.
        const values = asRepeated([text]);
        const query = values.map((value) => withValue(key, value)).join('&');
        const own = ids.get(name)?.[hostileTexts.indexOf(text)];
        const [list, preview] = await Promise.all([
          get(`/table/${name}?${query}`),
          get(`/table/${name}/export/preview?${query}`),
        ]);
        const { data, total } = answerSchema.parse(list.json());
        const found = data.map(({ id }) => id);
        // Outer blanks and case do not count: two of the texts may be one.
        const isSame = (other: string) => other.toLowerCase() === text.toLowerCase();
        const expected = hostileTexts.flatMap((other, place) => (isSame(other) ? [ids.get(name)?.[place]] : []));
        counts['rows found that were not asked for'] += found.filter((id) => !expected.includes(id)).length;
        if (text.trim() === text) expect(found, `${key} = ${text}`).toContain(own);
        expect(total, `${key} = ${text}`).toBe(found.length);
        expect(preview.json().rows, `${key} = ${text}`).toBe(total);
      }
    }
    expect(counts['rows found that were not asked for']).toBe(0);
    await expectUnchanged();
  });

  it.each(triedTables)('%s: a file of the filtered rows contains those rows and no others', async (name) => {
    const definition = tableByName(name);
    const [filter] = findsByText(definition);
    for (const text of textsFor(triedTables.indexOf(name))) {
      const query = withValue(filter?.key ?? '', text);
      const { total } = answerSchema.parse((await get(`/table/${name}?${query}`)).json());
      const file = await get(`/table/${name}/export?${query}&columns=updated_at`);
      expect(file.statusCode).toBe(200);
      expect(file.payload.trim().split('\n').length - 1, text).toBe(total);
    }
    await expectUnchanged();
  });

  it.each(triedTables)('%s: searches, ranges, days and checkboxes read no text as a command', async (name) => {
    for (const { name: key, form, filter } of triedParameters(name)) {
      counts.parameters += 1;
      // Some of the texts are numbers, or `true`.
      const isClosed =
        key === WHERE_FILTER || form === 'day' || (filter?.kind === 'range' && form !== 'number' && form !== 'choice');
      await together(textsFor(counts.parameters), async (text) => {
        const { statusCode } = await get(`/table/${name}?${withValue(key, text)}`);
        expect(isClosed ? [400] : [200, 400], `${key} = ${text}`).toContain(statusCode);
      });
    }
    await expectUnchanged();
  });

  it.each(triedTables)('%s: text that no column can store is refused, by every parameter and every reader', async (name) => {
    for (const key of [
      ...triedParameters(name).map((parameter) => parameter.name),
      'sort',
      'order',
      'page',
      'per_page',
      'columns',
      'limit',
      'cursor',
      'fields',
      'updated_after',
      'include_total',
    ]) {
      const refused = refusedTexts.flatMap((text) => [
        `/table/${name}?${key}=${text}`,
        `/table/${name}/export/preview?${key}=${text}`,
      ]);
      await together(refused, expectRefused);
      await together(brokenTexts, (text) => get(`/table/${name}?${key}=${text}`));
    }
    await expectUnchanged();
  });

  it.each(triedTables)('%s: unknown pages, orders and parameters are refused', async (name) => {
    const queries = [...pagings, ...orders, ...unknowns];
    const isKnown = (query: string) => query.startsWith('sort=updated_at') && query !== 'sort=updated_at&sort=updated_at';
    await together(
      queries.filter((query) => !isKnown(query)),
      (query) => expectRefused(`/table/${name}?${query}`),
    );
    // An account may have few of them at once.
    for (const query of queries) await get(`/table/${name}/export/preview?${query}`);
    for (const place of ['options', 'suggest']) await together(queries, (query) => get(`/table/${name}/${place}?${query}`));
    await expectUnchanged();
  });

  it.each(triedTables)('%s: a thousand values are refused, two hundred are accepted, one value counts once', async (name) => {
    for (const filter of tableByName(name).filters) {
      if (filter.kind === 'dates') continue;
      const many = (count: number) => Array.from({ length: count }, (_, at) => `${filter.key}=${at}`).join('&');
      await expectRefused(`/table/${name}?${many(1000)}`);
      const { statusCode } = await get(`/table/${name}?${many(200)}`);
      const takesMany = filter.kind === 'choice' || filter.kind === 'lookup' || filter.kind === 'text';
      expect(statusCode, filter.key).toBe(takesMany ? 200 : 400);
    }
  });

  it('lookups and suggestions contain what was typed, whatever it is', async () => {
    for (const { path } of lookups) {
      counts.parameters += 2;
      const texts = textsFor(counts.parameters).filter(({ length }) => length <= 100);
      await together(texts, async (text) => {
        const found = z
          .array(z.object({ id: z.string(), name: z.string() }))
          .parse((await get(`${path}?${withValue('q', text)}`)).json());
        const strays = found.filter(({ name }) => !name.toLowerCase().includes(text.trim().toLowerCase().replace(/^[@#]/, '')));
        counts['rows found that were not asked for'] += strays.length;
        expect(strays, `${path} ${text}`).toEqual([]);
        expect((await get(`${path}?${withValue('ids', text)}`)).json()).toEqual([{ id: text, name: text }]);
      });
      const queries = [...unknowns, `q=${'x'.repeat(101)}`, 'q=a&q=b', Array.from({ length: 201 }, () => 'ids=a').join('&')];
      await together(
        queries.filter((query) => query !== 'ids=x'),
        (query) => expectRefused(`${path}?${query}`),
      );
      await together([...refusedTexts, ...brokenTexts], (text) => get(`${path}?q=${text}`));
    }
    for (const [place, name] of triedTables.entries())
      await together(textsFor(place), (text) =>
        get(`/table/${name}/suggest?${withValue('filter', text)}&${withValue('q', text.slice(0, 100))}`),
      );
    await expectUnchanged();
  });

  it('every database object is unchanged', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(Object.prototype, '1')).toBeUndefined();
    expect(counts['answers of 5xx']).toBe(0);
  });
});
