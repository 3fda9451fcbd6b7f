/** Refused records as a file that is mended and loaded again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';
import type { Reject } from '../load-records.ts';
import { encodeText } from '../source/encode-text.ts';
import { createRejectsWriter, type RejectsWriter } from './rejects-file.ts';

describe('the file of refused records', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies; delete from reddit_posts'));

  type Options = Parameters<TestImports['load']>[2];

  async function rejectsOf(content: string | Buffer, options: Options = {}, table: 'companies' | 'reddit-posts' = 'companies') {
    let writer: RejectsWriter | null = null;
    const parts: Buffer[] = [];
    const onOpen: NonNullable<Options>['onOpen'] = (format) => {
      writer = createRejectsWriter(format);
    };
    const onReject = (reject: Reject) => {
      if (writer === null) return;
      if (parts.length === 0) parts.push(writer.begin());
      parts.push(writer.write(reject));
    };
    const { report } = await imports.load(table, content, { ...options, onOpen, onReject });
    return { report, bytes: Buffer.concat(parts), text: Buffer.concat(parts).toString() };
  }

  it('the file has the header, separator, quotes, line ends and encoding of its source', async () => {
    const source = 'sep=;\r\n"Firma";Umsatz;Ort\r\n"Bäcker; & ""Co""";1;Köln\r\n;2;"Düren\r\nund Jülich"\r\n ;3;Žatec€\r\n';
    const encoding = { label: 'windows-1252', hasMark: false };
    const { report, bytes } = await rejectsOf(encodeText(source, encoding));
    expect(report).toMatchObject({ added: 1, rejected: 2 });
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe(
      'sep=;\r\n"Firma";Umsatz;Ort;reason\r\n;2;"Düren\r\nund Jülich";"name: is missing"\r\n ;3;Žatec€;"name: is missing"\r\n',
    );
    const again = await rejectsOf(bytes);
    expect(again.report).toMatchObject({ rows_read: 2, rejected: 2, mapping: { Firma: 'name', reason: null } });
    expect(again.bytes).toEqual(bytes);
    const text = new TextDecoder('windows-1252').decode(bytes);
    const mended = encodeText(text.replace('\r\n ;3', '\r\nÜberland;3'), encoding);
    expect((await rejectsOf(mended)).report).toMatchObject({ added: 1, rejected: 1 });
    expect((await imports.rows('companies'))[1]).toMatchObject({ name: 'Überland', revenue: 3, city: 'Žatec€' });
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('a byte order mark of %s is kept', async (label) => {
    const encoding = { label, hasMark: true };
    const source = encodeText('name\tcity\n\tÅlesund\n', encoding, true);
    const { bytes } = await rejectsOf(source);
    expect(bytes).toEqual(encodeText('name\tcity\treason\n\tÅlesund\t"name: is missing"\n', encoding, true));
    expect((await rejectsOf(bytes)).bytes).toEqual(bytes);
  });

  it('records that are cut into other cells than the header are refused again, however often they are loaded', async () => {
    const source = 'name,city,country,region\nA,B\nC,D,E,F,G\nH"x",i,"j"k,l\n,m,n,o,,\n';
    let { report, text } = await rejectsOf(source);
    expect(text.split('\n')).toEqual([
      'name,city,country,region,reason',
      'A,B,"has 2 cells where the header has 4"',
      'C,D,E,F,G,"has 5 cells where the header has 4"',
      'H"x",i,"j"k,l,"a quote ends in the middle of a cell"',
      ',m,n,o,"name: is missing"',
      '',
    ]);
    for (let times = 0; times < 4; times += 1) {
      ({ report, text } = await rejectsOf(text));
      expect(report).toMatchObject({ rows_read: 4, added: 0, rejected: 4 });
      expect(text.split('\n')).toHaveLength(6);
    }
  });

  it('a file without a header stays without one', async () => {
    const options = { hasHeader: false, mapping: { '1': 'name', '2': 'city' } };
    const { text } = await rejectsOf('A,Oslo\n,Bergen\n', options);
    expect(text).toBe(',Bergen,"name: is missing"\n');
    expect((await rejectsOf(text.replace(/^/, 'B'), options)).report).toMatchObject({ added: 1, rejected: 0 });
  });

  it('a column of the file that is called reason and read is kept beside ours', async () => {
    const options = { mapping: { reason: 'description' } };
    const { text } = await rejectsOf('name,reason\n,Tea\n', options);
    expect(text).toBe('name,reason,reason for refusal\n,Tea,"name: is missing"\n');
    expect((await rejectsOf(text.replace('\n,', '\nA,'), options)).report).toMatchObject({ added: 1 });
    expect(await imports.rows('companies')).toMatchObject([{ name: 'A', description: 'Tea' }]);
  });

  it('a reason that a spreadsheet could run is written as text', async () => {
    const writer = createRejectsWriter({
      layout: { kind: 'csv', delimiter: ',', lineEnd: '\n', before: '', header: 'a', headers: ['a'], reason: 'reason' },
      encoding: () => ({ label: 'utf-8', hasMark: false }),
    });
    expect(writer.write({ raw: 'x', reason: '=1+1 "…"' }).toString()).toBe('x,"\'=1+1 ""..."""\n');
  });

  it('refused objects are lines with a reason, which is replaced when they are refused again', async () => {
    const source = '{"name":"A"}\n{"city":"Oslo","x":{}}\n{"name":\n[1]\n{}\n{"city":"Bergen","reason":"of mine"} \n';
    const { report, text } = await rejectsOf(source, { format: 'jsonl' });
    expect(report).toMatchObject({ added: 1, rejected: 5 });
    expect(text.split('\n')).toEqual([
      '{"city":"Oslo","x":{},"reason":"name: is missing"}',
      '{"raw":"{\\"name\\":","reason":"is not a JSON object"}',
      '{"raw":"[1]","reason":"is not a JSON object"}',
      '{"reason":"name: is missing"}',
      '{"city":"Bergen","reason":"name: is missing"}',
      '',
    ]);
    const again = await rejectsOf(text);
    expect(again.report).toMatchObject({ rows_read: 5, added: 0, rejected: 5 });
    expect(again.text.split('\n')[0]).toBe('{"city":"Oslo","x":{},"reason":"name: is missing"}');
    expect((await rejectsOf(text.replace('{"city":"Oslo"', '{"name":"B","city":"Oslo"'))).report).toMatchObject({ added: 1 });
  });

  it('refused items of a document are lines, too', async () => {
    const post = { id: '1abc', subreddit: 'kettles', created_utc: 1_772_000_000, title: null };
    const { text } = await rejectsOf(JSON.stringify([{ kind: 't3', data: post }], null, 2), {}, 'reddit-posts');
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({ kind: 't3', data: post, reason: expect.stringContaining('is not a complete post') });
    const mended = await rejectsOf(text.replace('"title": null', '"title": "Tea"'), {}, 'reddit-posts');
    expect(mended.report).toMatchObject({ added: 1, rejected: 0 });
  });
});
