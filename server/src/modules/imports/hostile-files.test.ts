/**
 * Invalid and hostile files, each with its expected result. None may crash the import, and none may be loaded
 * in part. Long because it is one table of files.
 */
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

interface HostileFile {
  readonly name: string;
  readonly content: string | Buffer;
  /** Part of the refusal, for files of which nothing is loaded. */
  readonly refusal?: string;
  /** Names of the companies loaded afterwards. */
  readonly loaded?: readonly string[];
  /** Line and part of the reason of each refused row. */
  readonly rejects?: readonly (readonly [line: number, reason: string])[];
  readonly format?: 'csv' | 'jsonl';
  readonly encoding?: string;
}

/** Characters of a file that is read once, because that takes long. */
const LARGE = 1_000_000;
const HEAD = 'name,website,employee_count,description\n';
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const joined = (...parts: readonly (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

const readable: readonly HostileFile[] = [
  { name: 'a plain file', content: `${HEAD}A,a.example,1,x\n`, loaded: ['A'] },
  { name: 'no line end at the end', content: `${HEAD}A,a.example,1,x`, loaded: ['A'] },
  { name: 'CRLF', content: 'name,city\r\nA,x\r\nB,y\r\n', loaded: ['A', 'B'] },
  { name: 'lone carriage returns', content: 'name,city\rA,x\rB,y\r', loaded: ['A', 'B'] },
  { name: 'mixed line ends', content: 'name,city\r\nA,x\nB,y\r\n', loaded: ['A', 'B'] },
  { name: 'a byte order mark', content: `\uFEFF${HEAD}A,,1,\n`, loaded: ['A'] },
  { name: 'a byte order mark before a quoted header', content: '\uFEFF"name","city"\n"A","x"\n', loaded: ['A'] },
  { name: 'UTF-16', content: utf16('name,city\nÄ,Köln\n'), loaded: ['Ä'] },
  { name: 'UTF-16, big-endian', content: Buffer.from(utf16('name,city\nÄ,Köln\n')).swap16(), loaded: ['Ä'] },
  { name: 'UTF-16 without a mark', content: Buffer.from('name,city\nAcme,Oslo\n', 'utf16le'), loaded: ['Acme'] },
  { name: 'Latin-1', content: latin1('name,city\nZoë,Málaga\n'), loaded: ['Zoë'] },
  { name: 'Latin-1 that shows late', content: latin1(`name\n${'Acme\n'.repeat(5000)}Zoë\n`), loaded: ['Acme', 'Zoë'] },
  {
    name: 'an encoding by its name',
    content: Buffer.from([...Buffer.from('name\n'), 0xc0, 0x0a]),
    encoding: 'koi8-r',
    loaded: ['ю'],
  },
  { name: 'semicolons', content: 'name;website;revenue\nA;a.example;1,5\n', loaded: ['A'] },
  { name: 'tabs', content: 'name\twebsite\nA\ta.example\n', loaded: ['A'] },
  { name: 'bars', content: 'name|website\nA|a.example\n', loaded: ['A'] },
  { name: 'a line that names the separator', content: 'sep=;\r\nname;city\r\nA;x\r\n', loaded: ['A'] },
  { name: 'commas in a header separated by semicolons', content: 'name;city, state;a, b, c, d\nA;x;y\n', loaded: ['A'] },
  { name: 'one column', content: 'name\nA\nB\n', loaded: ['A', 'B'] },
  { name: 'a header alone', content: 'name,city\n', loaded: [] },
  { name: 'a header without a line end', content: 'name,city', loaded: [] },
  { name: 'blank lines everywhere', content: '\n\n  \nname,city\n\nA,x\n   \nB,y\n\n', loaded: ['A', 'B'] },
  { name: 'blank cells at the end of every line', content: 'name,city,,\nA,x,,\nB,y,,,,\n', loaded: ['A', 'B'] },
  { name: 'quotes over lines', content: 'name,description\n"A","one\ntwo, ""three"""\nB,x\n', loaded: ['A', 'B'] },
  { name: 'blanks around quotes', content: 'name, city\n"A" , "x, y"\n', loaded: ['A'] },
  { name: 'quotes inside cells', content: 'name,city\nA "the best",x\n', loaded: ['A "the best"'] },
  { name: 'unknown headers', content: 'name,favourite colour\nA,blue\n', loaded: ['A'] },
  {
    name: 'headers of the database',
    content: 'name,id,canonical_key,needs_escape,source,imported_at\nA,7,k,false,evil,2000-01-01\n',
    loaded: ['A'],
  },
  { name: 'inherited names for headers', content: 'name,__proto__,constructor,toString\nA,1,2,3\n', loaded: ['A'] },
  { name: 'a header twice', content: 'name,name,city\nA,B,x\n', loaded: ['A'] },
  { name: 'gzip', content: gzipSync('name\nA\n'), loaded: ['A'] },
  { name: 'gzip in parts', content: joined(gzipSync('name\nA\n'), gzipSync('B\n')), loaded: ['A', 'B'] },
  { name: 'JSON Lines', content: '{"name":"A","verticals":["SaaS"]}\n{"name":"B","revenue":1.5}\n', loaded: ['A', 'B'] },
  { name: 'JSON Lines without an end', content: '{"name":"A"}\r\n\r\n{"name":"B"}', loaded: ['A', 'B'] },
  { name: 'a JSON list', content: '[{"name":"A"},{"name":"B"}]', loaded: ['A', 'B'] },
  { name: 'JSON Lines in UTF-16', content: utf16('{"name":"Ä"}\n'), loaded: ['Ä'] },
  {
    name: 'JSON with __proto__',
    content: '{"name":"A","__proto__":{"polluted":true},"constructor":{"prototype":1}}\n',
    loaded: ['A'],
  },
  {
    name: 'text in place of SQL',
    content: `name,city\n"'); drop table companies; --",x\n`,
    loaded: [`'); drop table companies; --`],
  },
  { name: 'text in place of COPY', content: 'name,description\nA,\\.\nB,"\\N\t\\\\ {a,b}"\n', loaded: ['A', 'B'] },
  { name: 'formulas', content: `name,city\n"=HYPERLINK(""http://x"")",@x\n`, loaded: ['=HYPERLINK("http://x")'] },
  {
    name: 'emoji, marks and right-to-left text',
    content: 'name\n😀👩‍👩‍👧‍👦\nشركة\nZ̤͔a̧l\n',
    loaded: ['😀👩‍👩‍👧‍👦', 'شركة', 'Z̤͔a̧l'],
  },
  { name: 'one key twice', content: 'name,website,city\nA,a.example,x\nA,a.example,y\n', loaded: ['A'] },
  {
    name: 'two thousand columns',
    content: `name,${Array.from({ length: 1999 }, (_, index) => `c${index}`).join(',')}\nA${',x'.repeat(1999)}\n`,
    loaded: ['A'],
  },
];

const partly: readonly HostileFile[] = [
  {
    name: 'a line too short',
    content: 'name,city\nA\nB,x\n',
    loaded: ['B'],
    rejects: [[2, 'has 1 cells where the header has 2']],
  },
  {
    name: 'a line too long',
    content: 'name,city\nA,x,y\nB,x\n',
    loaded: ['B'],
    rejects: [[2, 'has 3 cells where the header has 2']],
  },
  {
    name: 'a broken quote',
    content: 'name,city\n"A "the" best",x\nB,y\n',
    loaded: ['B'],
    rejects: [[2, 'a quote ends in the middle']],
  },
  {
    name: 'a cell of ten megabytes',
    content: `name,description\nA,"${'x'.repeat(10_000_000)}"\nB,y\n`,
    loaded: ['B'],
    rejects: [[2, 'description: is longer than 100,000']],
  },
  {
    name: 'a name of ten megabytes',
    content: `name\n${'x'.repeat(10_000_000)}\nB\n`,
    loaded: ['B'],
    rejects: [[2, 'name: is longer than 500']],
  },
  { name: 'zero bytes', content: 'name,city\nA\0,x\nB,y\n', loaded: ['B'], rejects: [[2, 'holds a NUL character']] },
  {
    name: 'bytes of no encoding',
    content: joined('name\nZoë Müller\n', Buffer.from([0x41, 0xff, 0x0a]), 'B\n'),
    loaded: ['Zoë Müller', 'B'],
    rejects: [[3, 'not in the encoding']],
  },
  {
    name: 'no name',
    content: 'name,city\n,x\n"  ",y\nB,z\n',
    loaded: ['B'],
    rejects: [
      [2, 'name: is missing'],
      [3, 'name: is missing'],
    ],
  },
  {
    name: 'numbers that are none',
    content: 'name,employee_count\nA,many\nB,1e400\nC,99999999999999999999\nD,5\n',
    loaded: ['D'],
    rejects: [
      [2, 'is not a whole number'.slice(0, 5)],
      [3, 'is no'],
      [4, 'too large'],
    ],
  },
  {
    name: 'days that are none',
    content: 'name,last_financing_on\nA,2023-02-30\nB,03/05/2024\nC,2024-05-03\n',
    loaded: ['C'],
    rejects: [
      [2, 'is not a date'],
      [3, 'could be two days'],
    ],
  },
  {
    name: 'scripts for addresses',
    content: 'name,website\nA,javascript:alert(1)\nB,data:text/html;x\nC,https://a@b.example\nD,d.example\n',
    loaded: ['D'],
    rejects: [
      [2, 'not an http or https address'],
      [3, 'not an http or https address'],
      [4, 'is not a web address'],
    ],
  },
  {
    name: 'years beyond the calendar',
    content: '{"name":"A","updated_at":"99999-01-01"}\n{"name":"B","updated_at":-62167219201}\n{"name":"C"}\n',
    loaded: ['C'],
    rejects: [
      [1, 'is not a time'],
      [2, 'is not a time'],
    ],
  },
  {
    name: 'a line after many lines of a quoted cell',
    content: `name,description\nA,"${'x\n'.repeat(100)}"\n,y\n`,
    loaded: ['A'],
    rejects: [[103, 'name: is missing']],
  },
  {
    name: 'JSON that is none',
    content: '{"name":"A"}\n{"name":\n[1]\n"text"\nnull\n{"name":"B"}\n',
    loaded: ['A', 'B'],
    rejects: [
      [2, 'not a JSON object'],
      [3, 'not a JSON object'],
      [4, 'not a JSON object'],
      [5, 'not a JSON object'],
    ],
  },
  {
    name: 'JSON of the wrong kinds',
    content: '{"name":{"a":1}}\n{"name":["A"]}\n{"name":"B","verticals":{"a":1}}\n{"name":"C","verticals":[[1]]}\n{"name":"D"}\n',
    loaded: ['D'],
    rejects: [
      [1, 'name: holds a list or an object'],
      [2, 'name: holds a list'],
      [3, 'verticals: holds an object'],
      [4, 'something else than'],
    ],
  },
  {
    name: 'JSON with half a character',
    content: '{"name":"\\ud800"}\n{"name":"\\u0000A"}\n{"name":"B"}\n',
    loaded: ['B'],
    rejects: [
      [1, 'half of a surrogate pair'],
      [2, 'NUL'],
    ],
  },
  {
    name: 'JSON nested a million deep',
    content: `{"name":"A","x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}\n{"name":"B"}\n`,
    loaded: ['A', 'B'],
  },
  {
    name: 'a list of a thousand values',
    content: `name,verticals\nA,"${Array.from({ length: 1000 }, (_, index) => `v${index}`).join(';')}"\nB,x\n`,
    loaded: ['B'],
    rejects: [[2, 'more than 200 values']],
  },
];

const unreadable: readonly HostileFile[] = [
  { name: 'nothing', content: '', refusal: 'it is empty' },
  { name: 'blanks', content: ' \n \r\n\t\n', refusal: 'it is empty' },
  { name: 'a mark alone', content: '\uFEFF', refusal: 'it is empty' },
  { name: 'the wrong table', content: 'review_title,rating\nGood,5\n', refusal: 'no column for Name' },
  {
    name: 'a web page',
    content: '<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
    refusal: 'no column for Name',
  },
  { name: 'a quote that is never closed', content: 'name,city\nA,"x\nB,y\nC,z\n', refusal: 'a quote is opened in line 2' },
  { name: 'a quote that is never closed in the header', content: '"name,city\nA,x\n', refusal: 'a quote is opened in line 1' },
  { name: 'a broken quote in the header', content: '"na"me,city\nA,x\n', refusal: 'in its header, a quote ends' },
  { name: 'an endless line', content: `name\n${'x'.repeat(35_000_000)}`, refusal: 'longer than 16 million characters' },
  {
    name: 'an endless line of JSON',
    content: `{"name":"${'x'.repeat(17_000_000)}`,
    refusal: 'longer than 16 million characters',
  },
  {
    name: 'gzip that is cut off',
    content: gzipSync(`name\n${'A\n'.repeat(1000)}`).subarray(0, 30),
    refusal: 'damaged or cut off',
  },
  {
    name: 'gzip that is damaged at the end',
    content: joined(gzipSync('name\nA\n').subarray(0, -8), Buffer.alloc(8, 1)),
    refusal: 'damaged or cut off',
  },
  {
    name: 'gzip with something behind it',
    content: joined(gzipSync('name\nA\n'), 'trailing bytes'),
    refusal: 'damaged or cut off',
  },
  { name: 'a bomb', content: gzipSync(`name\n${`${'x'.repeat(4000)}\n`.repeat(10_000)}`), refusal: '300 times its size' },
  { name: 'a bomb of one line', content: gzipSync(Buffer.alloc(20_000_000, 0x20)), refusal: 'could not be read' },
  { name: 'a bomb in a bomb', content: gzipSync(gzipSync(Buffer.alloc(1_000_000, 'a\n'))), refusal: 'compressed twice' },
  {
    name: 'a workbook',
    content: joined(Buffer.from([0x50, 0x4b, 0x03, 0x04]), 'xl/workbook.xml'),
    refusal: 'damaged or cut off',
  },
  { name: 'a PDF', content: '%PDF-1.7 …', refusal: 'it is a PDF.' },
  { name: 'a picture', content: latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR,name\n'), refusal: 'it is a picture (PNG).' },
  { name: 'a picture in gzip', content: gzipSync(latin1('\xff\xd8\xff\xe0\0\x10JFIF')), refusal: 'it is a picture (JPEG).' },
  { name: 'an empty ZIP archive', content: latin1(`PK\x05\x06${'\0'.repeat(18)}`), refusal: 'it is an empty ZIP archive.' },
  { name: 'a database', content: latin1('SQLite format 3\0\x10\0'), refusal: 'it is a SQLite database; save it as CSV.' },
  { name: 'a program', content: latin1('\x7fELF\x02\x01\x01\0'), refusal: 'it is a program.' },
  { name: 'numbers as bytes', content: Buffer.alloc(4000, '\x01\0\x02\0\x03\0'), refusal: 'it is not text.' },
  { name: 'zlib without gzip', content: deflateSync('name\nA\n'), refusal: 'no column for Name' },
  {
    name: 'random bytes',
    content: Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
    refusal: 'could not be read',
  },
  {
    name: 'JSON with endless different keys',
    content: `${Array.from({ length: 300 }, (_, row) => `{"name":"A${row}",${Array.from({ length: 10 }, (__, key) => `"k${row * 10 + key}":1`).join(',')}}`).join('\n')}\n`,
    refusal: '2000 different keys',
  },
  {
    name: 'three thousand columns',
    content: `name,${Array.from({ length: 3000 }, (_, index) => `c${index}`).join(',')}\n`,
    refusal: 'more than 2000 columns',
  },
];

describe('hostile files', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());

  const files = [...readable, ...partly, ...unreadable];
  it('there are at least sixty hostile files', () => expect(files.length).toBeGreaterThanOrEqual(60));

  const load = ({ content, format = undefined, encoding = undefined }: HostileFile) =>
    imports.load('companies', content, {
      // So that each cell that cannot be read says why.
      refusesUnreadable: true,
      ...(format === undefined ? {} : { format }),
      ...(encoding === undefined ? {} : { encoding }),
    });

  it.each([...readable, ...partly].map((file) => [file.name, file] as const))(
    '%s: valid rows are loaded, the others are reported',
    async (_, file) => {
      await imports.database.$client.query('delete from companies');
      const { report, rejects } = await load(file);
      const names = (await imports.rows('companies')).map(({ name }) => name);
      expect(names).toEqual(file.loaded);
      expect(rejects.map(({ line }) => line)).toEqual((file.rejects ?? []).map(([line]) => line));
      for (const [index, [, reason]] of (file.rejects ?? []).entries()) expect(rejects[index]?.reason).toContain(reason);
      const { rows_read, added, changed, unchanged, duplicates, rejected } = report;
      expect(added).toBe(names.length);
      expect(added + changed + unchanged + duplicates + rejected).toBe(rows_read);
      expect(report.rejects).toEqual(rejects.map(({ line, reason }) => ({ line, reason })));
    },
  );

  it.each(
    partly
      .filter(({ content, rejects = [] }) => rejects.length > 0 && content.length < LARGE)
      .map((file) => [file.name, file] as const),
  )('%s: nothing is loaded where every row must be valid', async (_, file) => {
    const before = await imports.fingerprint('companies');
    const refused = imports.load('companies', file.content, { maxRejects: 0, refusesUnreadable: true });
    await expect(refused).rejects.toMatchObject({ code: 'IMPORT.TOO_MANY_REJECTS' });
    expect(await imports.fingerprint('companies')).toBe(before);
  });

  it.each(unreadable.map((file) => [file.name, file] as const))(
    '%s: the file is refused in one sentence, and nothing is loaded',
    async (_, file) => {
      const before = await imports.fingerprint('companies');
      const error = await load(file).catch((thrown: unknown) => thrown);
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('IMPORT.UNREADABLE');
      expect(error.message).toContain(file.refusal);
      expect(error.message).toMatch(/Nothing was loaded\.$/);
      expect(error.message.length).toBeLessThan(3000);
      expect(await imports.fingerprint('companies')).toBe(before);
    },
  );

  it('hostile files leave JavaScript’s prototypes unchanged, and the next file loads', async () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    await imports.database.$client.query('delete from companies');
    expect((await imports.load('companies', 'name\nA\n')).report.added).toBe(1);
  });
});
