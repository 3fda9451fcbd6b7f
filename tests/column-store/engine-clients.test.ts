/** The engine of the tests is spoken to by ClickHouse's own client and by ours: both see a server. */
import { Readable } from 'node:stream';
import { ColumnStoreFailed } from '@leadloom/server/column-store/column-store';
import { createEngineClient } from '@leadloom/server/column-store/engine-http';
import { toEngineStatement } from '@leadloom/server/column-store/engine-statement';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';
import { createVendorClient, type VendorClient } from './testing/vendor-client.ts';

const ODD_TEXTS = [
  "O'Brien",
  'a\\b',
  'tab\there',
  'line\nend\r\n',
  '"',
  '{p1:String}',
  '\u{1f680} ß',
  '',
  "\\'",
  '\\N',
  '%27&a=b',
];

const WORDS_COLUMNS = ['id', 'word'];

let engine: EngineDatabase;
let vendor: VendorClient;
let compressing: VendorClient;

beforeAll(async () => {
  engine = await createEngineDatabase();
  vendor = createVendorClient(engine.access);
  compressing = createVendorClient(engine.access, true);
  await run('create table words (id Int64, word Nullable(String), items Array(String)) engine = MergeTree order by id');
});
afterAll(async () => {
  await Promise.all([vendor.close(), compressing.close()]);
  await engine.drop();
});

const run = (text: string) => engine.client.run({ text, parameters: {} });
const rowsOf = (text: string) => engine.client.rows({ text, parameters: {} });
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** As PostgreSQL's COPY writes a row. */
const copiedLine = (...cells: readonly (number | string)[]) =>
  Buffer.from(`${cells.map((cell) => String(cell).replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)).join('\t')}\n`);
/** Runs for minutes unless it is ended. */
const SLOW = 'select max(sipHash64(number)) from numbers(100000000000)';
const isRunning = async (mark: string) => {
  const [row] = await rowsOf(`select count() from system.processes where position(query, concat('slow', '${mark}')) > 0`);
  return row?.[0] !== '0';
};

describe("ClickHouse's own client", () => {
  it('reaches the engine, and is refused with a wrong password', async () => {
    expect(await vendor.ping()).toEqual({ success: true });
    const stranger = createVendorClient({ ...engine.access, password: 'wrong' });
    expect(String(await failure(stranger.query({ query: 'select 1' })))).toContain('Authentication failed');
    await stranger.close();
  });

  it.each([false, true])('sends parameters, in a form: %s', async (isForm) => {
    for (const text of ODD_TEXTS) {
      const answer = await vendor.query({
        query: 'select {a:String} as a, {b:Array(String)} as b, {c:Int64} as c',
        format: 'JSONEachRow',
        query_params: { a: text, b: [text, 'other'], c: 7 },
        use_multipart_params: isForm,
      });
      expect(await answer.json()).toEqual([{ a: text, b: [text, 'other'], c: expect.anything() }]);
    }
  });

  it('stores rows and reads them as a stream, also compressed', async () => {
    for (const client of [vendor, compressing]) {
      await run('truncate table words');
      const values = Array.from({ length: 100_000 }, (_, id) => ({ id, word: `w${id}`, items: [`i${id % 7}`] }));
      await client.insert({ table: 'words', values, format: 'JSONEachRow' });
      const answer = await client.query({ query: 'select id, word from words order by id', format: 'JSONCompactEachRow' });
      let rows = 0;
      for await (const part of answer.stream()) rows += part.length;
      expect(rows).toBe(100_000);
    }
  });

  it('sees an error in the middle of an answer', async () => {
    const answer = await vendor.query({
      query: 'select number, throwIf(number = 3000000) from numbers(5000000) settings max_threads = 1',
      format: 'JSONCompactEachRow',
    });
    let rows = 0;
    const read = async () => {
      for await (const part of answer.stream()) rows += part.length;
    };
    // That client reads the error's words only where they arrive in one piece.
    expect(String(await failure(read()))).toMatch(/throwIf|error in the stream/);
    expect(rows).toBeGreaterThan(0);
  });

  it('ends what it aborts, also in the engine', async () => {
    const leaving = new AbortController();
    const asking = failure(
      vendor.query({
        query: `/* slow-vendor */ ${SLOW}`,
        abort_signal: leaving.signal,
        clickhouse_settings: { readonly: '2', cancel_http_readonly_queries_on_client_close: 1 },
      }),
    );
    await expect.poll(() => isRunning('-vendor')).toBe(true);
    leaving.abort();
    expect(String(await asking)).toContain('aborted');
    await expect.poll(() => isRunning('-vendor')).toBe(false);
  });

  it('is stopped by limits of time and memory, and asks eight questions at once', async () => {
    const ask = (clickhouse_settings: Readonly<Record<string, unknown>>, query: string) =>
      failure(vendor.query({ query, clickhouse_settings }).then((answer) => answer.json()));
    expect(await ask({ max_execution_time: 1 }, SLOW)).toMatchObject({ code: '159' });
    const large = 'select groupArray(toString(number)) from numbers(10000000)';
    expect(await ask({ max_memory_usage: '50000000' }, large)).toMatchObject({ code: '241' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, number) =>
        (
          await vendor.query({ query: `select ${number}, sum(number) from numbers(1000000)`, format: 'JSONCompactEachRow' })
        ).json(),
      ),
    );
    expect(answers.map((rows) => Array.isArray(rows) && rows[0][0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('our client', () => {
  it('is refused with a wrong password, and says it without the password', async () => {
    const stranger = createEngineClient({ ...engine.access, password: 'a wrong secret' });
    const error = await failure(stranger.rows({ text: 'select 1', parameters: {} }));
    await stranger.close();
    expect(error).toBeInstanceOf(ColumnStoreFailed);
    expect(String(error)).toContain('AUTHENTICATION_FAILED');
    expect(String(error)).not.toContain('a wrong secret');
  });

  it('sends parameters of every type, in the address and, where they are long, in a form', async () => {
    for (const padding of ['', 'x'.repeat(20_000)]) {
      for (const text of ODD_TEXTS) {
        const list = sql.param([`${text}${padding}`, "it's"]);
        const statement = sql`select ${text}, ${list}, ${sql.param([1, -2])}, ${sql.param([0.5, 1])}, ${sql.param([])}, ${7}, ${-0.25}`;
        expect(await engine.client.rows(toEngineStatement(statement))).toEqual([
          [text, [`${text}${padding}`, "it's"], ['1', '-2'], [0.5, 1], [], '7', -0.25],
        ]);
      }
    }
  });

  it('asks with a list of 100,000 numbers or texts', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, at) => 10_000_000_000 + at * 3);
    const statement = sql`select countIf(number in ${sql.param(numbers)}),
      countIf(toString(number) in ${sql.param(numbers.map(String))}), countIf(hasAny([toString(number)], ${sql.param(['1', ...numbers.map(String)])}))
      from numbers(10000000000, 3000)`;
    expect(await engine.client.rows(toEngineStatement(statement))).toEqual([['1000', '1000', '1000']]);
  });

  it('is refused what a server does not take', async () => {
    const long = toEngineStatement(sql`select length(${'x'.repeat(140_000)})`);
    expect(String(await failure(engine.client.rows(long)))).toContain('POCO_EXCEPTION');
    const many = toEngineStatement(sql`select 1 in ${Array.from({ length: 1_100 }, (_, at) => at)}`);
    expect(String(await failure(engine.client.rows(many)))).toContain('POCO_EXCEPTION');
  });

  it('reads whole numbers and decimals as texts, so that no digit is lost', async () => {
    const text = `select toInt64(9007199254740993), toUInt64(1), toDecimal256('12345678901234567890.123456789012345', 15), 0.1,
      sum(toInt128(9007199254740993)), null, ['a'], true from numbers(3)`;
    expect(await rowsOf(text)).toEqual([
      ['9007199254740993', '1', '12345678901234567890.123456789012345', 0.1, '27021597764222979', null, ['a'], true],
    ]);
  });

  it('stores rows from parts, and what it read is what was stored', async () => {
    await run('truncate table words');
    const lines = async function* () {
      for (const [id, word] of ODD_TEXTS.entries()) yield copiedLine(id, word);
    };
    await engine.client.insert('words', WORDS_COLUMNS, lines());
    expect(await rowsOf('select word from words order by id')).toEqual(ODD_TEXTS.map((word) => [word]));
  });

  it('stores all rows of an insert or none', async () => {
    await run('truncate table words');
    const line = (id: number | string) => copiedLine(id, 'a secret name');
    const insert = (columns: readonly string[], lines: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
      failure(engine.client.insert('words', columns, Readable.from(lines)));
    const error = await insert(WORDS_COLUMNS, [...Array.from({ length: 50_000 }, () => line(1)), line("it's 'hidden'")]);
    expect(error).toBeInstanceOf(ColumnStoreFailed);
    expect(String(error)).not.toMatch(/secret|hidden/);
    expect(await insert(['id', 'wrod'], [copiedLine(1, 'a')])).toBeInstanceOf(ColumnStoreFailed);
    const broken = async function* () {
      yield line(1);
      throw new Error('the database went away');
    };
    expect(await insert(WORDS_COLUMNS, broken())).toBeInstanceOf(ColumnStoreFailed);
    expect(await rowsOf('select count() from words')).toEqual([['0']]);
  });

  it('stores the same rows as often as it is asked to', async () => {
    await run('create table twice (id Int64) engine = MergeTree order by id settings non_replicated_deduplication_window = 100');
    for (let time = 0; time < 2; time += 1) await engine.client.insert('twice', ['id'], Readable.from([copiedLine(1)]));
    for (let time = 0; time < 2; time += 1) await run('insert into twice select 2');
    expect(await rowsOf('select id, count() from twice group by id order by id')).toEqual([
      ['1', '2'],
      ['2', '2'],
    ]);
  });

  it('streams at the pace of whoever takes the rows, and ends the statement when nobody does', async () => {
    let rows = 0;
    const statement = { text: '/* slow-taken */ select number from numbers(300000000)', parameters: {} };
    for await (const part of engine.client.stream(statement)) {
      rows += part.length;
      if (rows > 100_000) break;
    }
    await expect.poll(() => isRunning('-taken')).toBe(false);
    expect(rows).toBeLessThan(10_000_000);
  });

  it('takes no error in the middle of an answer for rows', async () => {
    const statement = {
      text: 'select number, throwIf(number = 3000000) from numbers(5000000) settings max_threads = 1',
      parameters: {},
    };
    let rows = 0;
    const read = async () => {
      for await (const part of engine.client.stream(statement)) {
        if (part.every(([number, zero]) => number === String(rows++) && zero === 0)) continue;
        throw new Error('something else was taken for a row');
      }
    };
    const error = await failure(read());
    expect(error).toBeInstanceOf(ColumnStoreFailed);
    expect(String(error)).toContain('FUNCTION_THROW_IF_VALUE_IS_NON_ZERO');
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(3_000_000);
    expect(await failure(engine.client.rows(statement))).toBeInstanceOf(ColumnStoreFailed);
  });

  it.each(['rows', 'run'] as const)('ends %s that is aborted, also in the engine', async (kind) => {
    const leaving = new AbortController();
    const mark = `-${kind}`;
    if (kind === 'run') await run('create table sink (id UInt64) engine = Null');
    const text = kind === 'run' ? `/* slow${mark} */ insert into sink ${SLOW}` : `/* slow${mark} */ ${SLOW}`;
    const asking = failure(engine.client[kind]({ text, parameters: {} }, { signal: leaving.signal }));
    await expect.poll(() => isRunning(mark)).toBe(true);
    leaving.abort(new Error('the reader left'));
    expect(await asking).toEqual(new Error('the reader left'));
    await expect.poll(() => isRunning(mark)).toBe(false);
  });

  it('is stopped by limits of time and memory', async () => {
    const late = await failure(engine.client.rows({ text: SLOW, parameters: {} }, { seconds: 1 }));
    expect(String(late)).toContain('TIMEOUT_EXCEEDED');
    const large = { text: 'select groupArray(toString(number)) from numbers(10000000)', parameters: {} };
    expect(String(await failure(engine.client.rows(large, { megabytes: 50 })))).toContain('MEMORY_LIMIT_EXCEEDED');
  });

  it('refuses to collect an answer without bounds', async () => {
    const endless = { text: "select repeat('x', 1000) from numbers(10000000)", parameters: {} };
    expect(await failure(engine.client.rows(endless))).toBeInstanceOf(ColumnStoreFailed);
  });

  it('reads nothing by a statement that writes', async () => {
    expect(String(await failure(rowsOf('truncate table words')))).toContain('READONLY');
  });

  it('asks eight questions at once, each with its own parameters', async () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
    const answers = await Promise.all(
      numbers.map((number) => engine.client.rows(toEngineStatement(sql`select ${number}, sum(number) from numbers(1000000)`))),
    );
    expect(answers.map(([row]) => row?.[0])).toEqual(numbers.map(String));
  });
});
