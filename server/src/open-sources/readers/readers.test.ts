import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../../testing/temporary-directory.ts';
import { OpenSourceError } from '../open-source.ts';
import { openZip, readGzip } from './archives.ts';
import { decodeText } from './decode-text.ts';
import { linksOf } from './links-of.ts';
import { type DelimitedOptions, readDelimited } from './read-delimited.ts';
import { readJsonArray, readJsonLines } from './read-json.ts';
import { readXml, textOf } from './read-xml.ts';

let directory = '';
beforeAll(async () => {
  directory = await makeTemporaryDirectory('readers');
});
afterAll(() => removeDirectory(directory));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

async function* pieces(text: string, length = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function saved(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenSourceError)) throw new Error(`no OpenSourceError: ${String(error)}`);
  return error.message;
}

describe('archives', () => {
  it('the entries of an archive are listed and read, without its folders', async () => {
    const path = await saved(
      'two.zip',
      zipSync({ folder: { 'A.tsv': strToU8('one\n'), 'B.tsv': strToU8('x'.repeat(300_000)) } }),
    );
    const zip = await openZip(path);
    expect(zip.entries()).toEqual([
      { name: 'folder/A.tsv', size: 4 },
      { name: 'folder/B.tsv', size: 300_000 },
    ]);
    expect((await all(decodeText(await zip.read('folder/B.tsv'), 'utf-8'))).join('')).toHaveLength(300_000);
    expect(await refusalOf(zip.read('C.tsv'))).toBe('two.zip has no file "C.tsv".');
    zip.close();
  });

  it('an archive that is cut off, or whose entry is damaged, is refused by its name', async () => {
    const whole = zipSync({ 'A.tsv': [Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251)), { level: 0 }] });
    const cut = await saved('cut.zip', whole.subarray(0, whole.length / 2));
    expect(await refusalOf(openZip(cut))).toBe('cut.zip cannot be read: it is damaged or cut off.');
    const damaged = Buffer.from(whole);
    damaged[2_000] = (damaged[2_000] ?? 0) ^ 0xff;
    const zip = await openZip(await saved('damaged.zip', damaged));
    expect(await refusalOf(all(await zip.read('A.tsv')))).toBe('damaged.zip cannot be read: its archive is damaged or cut off.');
    zip.close();
    // Nothing of them is left for the next run.
    expect((await readdir(directory)).filter((name) => /^(?:cut|damaged)\.zip$/.test(name))).toEqual([]);
  });

  it('gzip is read as a stream, and refused if it breaks off', async () => {
    const packed = gzipSync('a,b\n'.repeat(50_000));
    expect((await all(decodeText(readGzip(await saved('whole.gz', packed)), 'utf-8'))).join('')).toHaveLength(200_000);
    const cut = readGzip(await saved('cut.gz', packed.subarray(0, packed.length - 20)));
    expect(await refusalOf(all(cut))).toBe('cut.gz cannot be read: it is damaged or cut off.');
  });
});

describe('text', () => {
  const decoded = async (bytes: readonly number[], encoding: 'utf-8' | 'iso-8859-1' | 'windows-1252') =>
    (await all(decodeText(Readable.from(bytes.map((byte) => Buffer.from([byte]))), encoding))).join('');

  it('characters are decoded wherever the bytes are cut', async () => {
    expect(await decoded([0xef, 0xbb, 0xbf, 0xc3, 0x86, 0xe2, 0x82, 0xac], 'utf-8')).toBe('Æ€');
    expect(await decoded([0x80, 0x93, 0xe6, 0x94], 'windows-1252')).toBe('€“æ”');
    expect(await decoded([0xd8, 0xf8], 'iso-8859-1')).toBe('Øø');
  });
});

describe('rows of delimited text', () => {
  const csv: DelimitedOptions = {
    separator: ',',
    quotes: true,
    required: ['Name', 'Web site'],
    optional: ['Staff'],
    file: 'roster.csv',
  };
  const tsv: DelimitedOptions = { separator: '\t', quotes: false, required: ['ID', 'NAME'], file: 'ISSUERS.tsv' };

  it('columns are found by their names, in any order, and others are left out', async () => {
    const text = ' Staff ,Other,"Web\r\nsite",Name\r\n5,x,"HTTP://A.EXAMPLE","A, ""B"" Inc"\r\n';
    expect(await all(readDelimited(pieces(text), csv))).toEqual([
      { Name: 'A, "B" Inc', 'Web site': 'HTTP://A.EXAMPLE', Staff: '5' },
    ]);
    expect(await all(readDelimited(pieces('Name,Web site\nA,b\n'), csv))).toEqual([{ Name: 'A', 'Web site': 'b' }]);
  });

  it('a missing column is named, and no row is read', async () => {
    const renamed = 'Name,Website,Staff\nA,b,c\n';
    expect(await refusalOf(all(readDelimited(pieces(renamed), csv)))).toBe(
      'roster.csv has no column Web site. Its format may have changed; the rows that are stored stay.',
    );
    expect(await refusalOf(all(readDelimited(pieces(''), tsv)))).toBe('ISSUERS.tsv is empty.');
  });

  it('quotes are characters like others where a file does not quote', async () => {
    expect(await all(readDelimited(pieces('ID\tNAME\n1\t"Orbit" Inc\n2\tA "B\n'), tsv))).toEqual([
      { ID: '1', NAME: '"Orbit" Inc' },
      { ID: '2', NAME: 'A "B' },
    ]);
  });

  it('a cell with invalid characters is blank', async () => {
    expect(await all(readDelimited(pieces('ID\tNAME\n1\tCaf\uFFFD\n'), tsv))).toEqual([{ ID: '1', NAME: '' }]);
  });

  it('a few rows that are cut off are left out, many are refused', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `${index}\tName ${index}\n`).join('');
    expect(await all(readDelimited(pieces(`ID\tNAME\n${rows(20)}cut\n${rows(20)}`), tsv))).toHaveLength(40);
    const broken = `ID\tNAME\n${rows(100)}${'cut\n'.repeat(11)}`;
    expect(await refusalOf(all(readDelimited(pieces(broken), tsv)))).toBe(
      'ISSUERS.tsv cannot be read: 11 of its first 111 rows are cut off or have broken quotes. Its format may have changed.',
    );
  });

  it('a quote that is never closed is refused by the name of the file', async () => {
    expect(await refusalOf(all(readDelimited(pieces('Name,Web site\n"A,b\n'), csv)))).toBe(
      'roster.csv cannot be read: a quote is opened in line 2 and never closed.',
    );
  });
});

describe('JSON', () => {
  const array = (text: string) => all(readJsonArray(Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])))));

  it('the elements of an array are read one by one, whatever they are', async () => {
    const values = [{ navn: 'Ærlig \\ "AS"', tall: [1, -2.5e3, null, true] }, 'x', [], {}];
    expect(await array(JSON.stringify(values))).toEqual(values);
    expect(await array(' [ ] ')).toEqual([]);
  });

  it('what is no array, or breaks off, is refused', async () => {
    for (const text of ['{"a":1}', '[{"a":1},{"b":', '[1,}', '<html></html>', ''])
      expect(await refusalOf(array(text)), text).toBe('The JSON file cannot be read: it is damaged or cut off.');
  });

  it('an element that never ends is refused before it fills the memory', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('[{"a":"');
      const more = Buffer.from('x'.repeat(256 * 1024));
      for (;;) yield more;
    }
    expect(await refusalOf(all(readJsonArray(Readable.from(endless()))))).toBe(
      'An element of the JSON file is larger than 16 MB.',
    );
  });

  it('lines are read, and a broken one is refused by its number', async () => {
    expect(await all(readJsonLines(pieces('{"a":1}\r\n\n[2]')))).toEqual([{ a: 1 }, [2]]);
    expect(await refusalOf(all(readJsonLines(pieces('{"a":1}\n{"a":\n'))))).toContain('Line 2 of the JSON file cannot be read');
  });
});

describe('XML', () => {
  const feed =
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<n:Feed xmlns:n="urn:n"><Firm><Info BusNm="A &amp; B" n:No="7"/>' +
    '<Web>one</Web><Web><![CDATA[two <&>]]></Web></Firm><Other/><Firm> <Firm>inner</Firm> </Firm></n:Feed>';

  it('the elements of a name are read with their attributes, children and texts', async () => {
    const [first, second, ...others] = await all(readXml(pieces(feed), ['Firm']));
    expect(first?.children.map(({ name, attributes, text }) => [name, attributes, text])).toEqual([
      ['Info', { BusNm: 'A & B', No: '7' }, ''],
      ['Web', {}, 'one'],
      ['Web', {}, 'two <&>'],
    ]);
    expect([textOf(first, 'Web'), textOf(first, 'Web', 'Deeper'), textOf(second, 'Firm')]).toEqual(['one', '', 'inner']);
    expect(others).toEqual([]);
  });

  it('broken XML, entities of its own and endless elements are refused', async () => {
    for (const text of ['<a><b></a>', '<a><b/>', '<a>&x;</a>', 'no XML'])
      expect(await refusalOf(all(readXml(pieces(text), ['b']))), text).toMatch(/^The XML file is broken or cut off, near line 1/);
    const bomb = '<!DOCTYPE a [<!ENTITY x "xxxx">]><a>&x;</a>';
    expect(await refusalOf(all(readXml(pieces(bomb), ['a'])))).toBe('The XML file holds a document type, which is refused.');
    expect(await refusalOf(all(readXml(pieces('<a>'.repeat(200)), ['b'])))).toBe('The XML file is nested too deeply.');
    async function* endless(): AsyncGenerator<string> {
      yield '<a>';
      for (;;) yield '<b/>'.padEnd(200_000, 'x');
    }
    expect(await refusalOf(all(readXml(endless(), ['a'])))).toBe('An element of the XML file is too large.');
  });
});

describe('links', () => {
  it('links are read in their order, absolute, with their text', () => {
    const html = `<a href="/files/a.zip">Form D,
      <b>2026 Q2</b></a> <a name=x>no</a><A HREF='b.zip?x=1&amp;y=2#top'>B</A><a href="mailto:x@a.example">mail</a>
      <a href="javascript:alert(1)">js</a><a href="https://other.example/c">open<a href="d">D`;
    expect(linksOf(html, 'https://www.sec.example/data/page')).toEqual([
      { url: 'https://www.sec.example/files/a.zip', text: 'Form D, 2026 Q2' },
      { url: 'https://www.sec.example/data/b.zip?x=1&y=2', text: 'B' },
      { url: 'https://other.example/c', text: 'open' },
      { url: 'https://www.sec.example/data/d', text: 'D' },
    ]);
  });

  it('a page of a million brackets is read in time', () => {
    expect(linksOf('<a href="'.repeat(200_000), 'https://www.sec.example/')).toBeInstanceOf(Array);
    expect(linksOf('<a href=x>'.repeat(100_000), 'https://www.sec.example/')).toHaveLength(100_000);
  });
});
