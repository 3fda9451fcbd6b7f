/** What becomes of files with lists, well formed and hostile. The rules themselves are tested where imports use them. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { gzipSync, strToU8 } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { type Bytes, withClaims, workbookFile, zipFile } from '../../testing/own-files.ts';
import { type PartChoice, readOwnFile } from './read-own-file.ts';

const ROWS = [
  ['Domain', 'Owner'],
  ['row-7.example', 'Ada'],
];
const CSV = 'Domain;Owner\nrow-7.example;Ada\n';
const leads = workbookFile([{ name: 'Leads', rows: ROWS }]);

function read(bytes: Uint8Array, choice: PartChoice = {}, signal = new AbortController().signal) {
  return readOwnFile(new File([Uint8Array.from(bytes)], 'list'), choice, signal);
}
async function reasonOf(bytes: Uint8Array): Promise<string> {
  const refusal = await read(bytes).catch((error: unknown) => error);
  if (!(refusal instanceof UnreadableContent)) throw refusal;
  return refusal.reason;
}

describe('files with lists', () => {
  it('a workbook is read from its first sheet with a table, or from the one that is chosen', async () => {
    const sheets = [
      { name: 'Blank', rows: [] },
      { name: 'Leads', rows: ROWS },
      { name: 'More', rows: [['Name'], ['Acme, Inc.'], [' '], ['Loom, Ltd.']] },
    ];
    const first = await read(workbookFile(sheets));
    expect(first).toMatchObject({ sheets: ['Blank', 'Leads', 'More'], sheet: 'Leads', entries: [], list: { rows: ROWS } });
    expect(first.text).toBe('Domain\tOwner\nrow-7.example\tAda\n');
    // A comma in a cell separates nothing, and a blank row is none.
    const more = await read(workbookFile(sheets), { sheet: 'More' });
    expect(more.list?.rows).toEqual([['Name'], ['Acme, Inc.'], ['Loom, Ltd.']]);
  });

  it('cells of a workbook are what imports read: long ids, days, and addresses of links', async () => {
    const rows =
      '<row r="1"><c t="str"><v>Site</v></c><c t="str"><v>Id</v></c></row><row r="2"><c r="A2" t="str"><v>Loom</v></c><c r="B2"><v>12345678901234567890</v></c></row>';
    const below = '<hyperlinks><hyperlink ref="A2" r:id="h1"/></hyperlinks>';
    const { list } = await read(workbookFile([{ name: 'S', rows, below, links: { h1: 'https://loom.example/' } }]));
    expect(list?.rows).toEqual([
      ['Site', 'Id'],
      ['Loom', '12345678901234567890'],
    ]);
    expect(list?.links?.get(1)?.get(0)).toBe('https://loom.example/');
  });

  test.each([
    ['gzip', gzipSync(strToU8(CSV)), null],
    ['an archive of one file', zipFile({ '__MACOSX/._a.csv': 'x', 'a/list.csv': CSV }), 'a/list.csv'],
    ['gzip in an archive', zipFile({ 'list.csv': gzipSync(strToU8(CSV)) }), 'list.csv'],
  ])('text is read from %s', async (_, bytes, entry) => {
    expect(await read(bytes)).toMatchObject({ text: CSV, list: null, entry, sheet: null });
  });

  it('of an archive of several files the first is read, or the one that is chosen, a workbook among them', async () => {
    const archive = zipFile({ 'a.csv': CSV, 'b.xlsx': leads, 'photo.png': 'x' });
    expect(await read(archive)).toMatchObject({ entries: ['a.csv', 'b.xlsx'], entry: 'a.csv', text: CSV });
    expect(await read(archive, { entry: 'b.xlsx' })).toMatchObject({ entry: 'b.xlsx', sheet: 'Leads', list: { rows: ROWS } });
  });

  test.each([
    ['a list', '[{"Domain":"a.example"},{"Domain":"b.example","Id":12345678901234567890}]'],
    ['lines', '{"Domain":"a.example"}\n\n{"Domain":"b.example","Id":12345678901234567890}\n'],
    ['resources', '[{"type":"x","attributes":{"Domain":"a.example"}},{"Domain":"b.example","Id":"12345678901234567890"}]'],
  ])('objects of JSON are rows, in %s', async (_, text) => {
    expect((await read(strToU8(text))).list?.rows).toEqual([
      ['Domain', 'Id'],
      ['a.example', ''],
      ['b.example', '12345678901234567890'],
    ]);
  });

  it('what nobody waits for any more is not read on', async () => {
    await expect(read(leads, {}, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});

const bomb = new Uint8Array(40_000_000).fill(0x61);
const sheetOf = (rows: string) => workbookFile([{ name: 'S', rows }]);

describe('hostile files are refused with one sentence', () => {
  const cut = (bytes: Bytes) => bytes.slice(0, bytes.length - 40);
  test.each<[string, () => Uint8Array, string]>([
    ['a bomb in an archive', () => zipFile({ 'a.csv': bomb }), '300 times its size'],
    ['a bomb of gzip', () => gzipSync(bomb), '300 times its size'],
    ['a bomb in a sheet', () => sheetOf('<a></a>'.repeat(5_000_000)), '300 times its size'],
    ['a size beyond the limit', () => withClaims(zipFile({ 'a.csv': CSV }), { 24: 4_000_000_000 }), 'more than 100 MB'],
    ['a size that is not true', () => withClaims(zipFile({ 'a.csv': CSV }), { 24: 3 }), 'damaged or cut off'],
    ['another checksum', () => withClaims(zipFile({ 'a.csv': CSV }), { 16: 1 }), 'damaged or cut off'],
    ['bytes beyond the archive', () => withClaims(zipFile({ 'a.csv': CSV }), { 20: 4_000_000 }), 'damaged or cut off'],
    ['a file that is elsewhere', () => withClaims(zipFile({ 'a.csv': CSV }), { 42: 5 }), 'damaged or cut off'],
    ['a locked archive', () => withClaims(zipFile({ 'a.csv': CSV }), { 8: 1 }), 'locked with a password'],
    ['an unusual compression', () => withClaims(zipFile({ 'a.csv': CSV }), { 10: 12 }), 'compressed in an unusual way'],
    [
      'too many entries',
      () => zipFile(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.csv`, '']))),
      '10,000 entries',
    ],
    ['a name that leads outside', () => zipFile({ '../a.csv': CSV }), 'a file outside of itself'],
    ['one name twice', () => zipFile({ 'a.csv': CSV, 'A.csv': CSV }), 'two files of one name'],
    ['an archive in an archive', () => zipFile({ 'a.zip': zipFile({ 'a.csv': CSV }) }), 'an archive inside an archive'],
    ['gzip twice', () => gzipSync(gzipSync(strToU8(CSV))), 'compressed twice'],
    ['gzip that is cut off', () => gzipSync(strToU8(CSV)).slice(0, 20), 'gzip data is damaged'],
    [
      'a picture in an archive',
      () => zipFile({ 'a.csv': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) }),
      'a picture',
    ],
    ['no file of rows', () => zipFile({ 'a.png': 'x', 'b.png': 'x' }), 'without a file of rows'],
    [
      'a workbook with a password',
      () => gzipSync(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])),
      'a workbook with a password',
    ],
    ['a workbook that is cut off', () => cut(leads), 'damaged or cut off'],
    [
      'a document type',
      () => workbookFile([], { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' }),
      'a document type',
    ],
    ['XML that is broken', () => sheetOf('<row><c>'), 'workbook is broken'],
    ['deep nesting', () => sheetOf('<a>'.repeat(100_000)), 'workbook is broken'],
    ['a row too far', () => sheetOf('<row r="1048577"><c><v>1</v></c></row>'), 'workbook is broken'],
    [
      'a binary workbook',
      () =>
        zipFile({
          '[Content_Types].xml': '<a/>',
          '_rels/.rels': '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        }),
      'save it as .xlsx',
    ],
    ['JSON that is cut off', () => strToU8('[{"Domain":"a.example"},'), 'broken or cut off'],
    ['JSON of no objects', () => strToU8('[1]'), 'is not a JSON object'],
    ['a line of no object', () => strToU8('{"a":1}\nnothing'), 'line 2 is not a JSON object'],
    [
      'too many keys',
      () => strToU8(JSON.stringify([Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`k${at}`, 1]))])),
      'more than 2000 different keys',
    ],
  ])('%s', async (_, make, reason) => {
    expect(await reasonOf(make())).toContain(reason);
  });
});
