/** What becomes of archives and workbooks, well formed and hostile. Long because it is one table of files. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { type Workbook, workbookEntries, workbookOf } from '../../../testing/workbook-file.ts';
import { type ZipEntry, zipOf } from '../../../testing/zip-file.ts';
import { type ContentOptions, openContent } from './open-content.ts';

const ROWS = [
  ['Name', 'Website'],
  ['Loom Fict', 'https://loom.example'],
];
const CSV = 'name\nLoom Fict\n';

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 5000) yield bytes.subarray(at, at + 5000);
}

async function read(file: Buffer, options: Partial<ContentOptions> = {}) {
  const { content, close, ...opened } = await openContent(chunksOf(file), { mustBeGzip: false, ...options });
  try {
    if (content.kind === 'text') {
      const chunks: Buffer[] = [];
      for await (const chunk of content.bytes) chunks.push(chunk);
      return { ...opened, text: Buffer.concat(chunks).toString(), rows: [] };
    }
    const rows: { row: number; cells: readonly string[]; links: ReadonlyMap<number, string> | null }[] = [];
    for await (const batch of content.rows) rows.push(...batch);
    return { ...opened, text: null, rows };
  } finally {
    await close();
  }
}

async function cellsOf(workbook: Workbook, options: Partial<ContentOptions> = {}) {
  return (await read(workbookOf(workbook), options)).rows.map(({ cells }) => cells);
}

const oneSheet = (rows: string, rest: Partial<Workbook> = {}): Workbook => ({ sheets: [{ name: 'Leads', rows }], ...rest });
/** One row of cells, each given by its XML. */
const oneRow = (...cells: readonly string[]) => `<row r="1">${cells.join('')}</row>`;

describe('workbooks', () => {
  it('texts, numbers, booleans, errors and stored values of formulas are read as text', async () => {
    const strings =
      '<si><t>Loom</t></si><si><r><t>Wa</t></r><r><rPr><b/></rPr><t>rp</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>';
    const rows = oneRow(
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>Loomx</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c><v>-12.5</v></c>',
      '<c t="inlineStr"><is><t>a_x000D_b &amp; c</t></is></c>',
      '<c t="d"><v>2024-03-01</v></c>',
    );
    expect(await cellsOf(oneSheet(rows, { strings }))).toEqual([
      ['Loom', 'Warp', 'inline', 'true', 'false', '', 'Loomx', '2', '-12.5', 'a\rb & c', '2024-03-01'],
    ]);
  });

  it('long ids keep their digits, and no number has a power of ten or digits that nobody typed', async () => {
    const numbers = ['7301234567890123456', '7.3012345678901235E+18', '1.23E+15', '12.300000000000001', '1E-3', '1.50', '0.1'];
    const rows = oneRow(...numbers.map((number) => `<c><v>${number}</v></c>`), '<c t="str"><v>00731</v></c>');
    expect(await cellsOf(oneSheet(rows))).toEqual([
      ['7301234567890123456', '7301234567890123500', '1230000000000000', '12.3', '0.001', '1.5', '0.1', '00731'],
    ]);
  });

  it('days, times, percentages and currencies are written as they are shown', async () => {
    const formats = [
      'yyyy\\-mm\\-dd',
      'dd/mm/yyyy hh:mm',
      'h:mm AM/PM',
      '0.0%',
      '[$€-407] #,##0',
      '"$"#,##0',
      '[h]:mm',
      '#,##0.00',
      'mmm yy',
    ];
    const values = ['45352', '45352.354224537', '0.354224537', '0.045', '3000000', '-1250.5', '1.5', '1234.5', '45352'];
    const rows = oneRow(...values.map((value, index) => `<c s="${index + 1}"><v>${value}</v></c>`));
    expect(await cellsOf(oneSheet(rows, { formats }))).toEqual([
      ['2024-03-01', '2024-03-01 08:30:05', '08:30:05', '4.5%', '€3000000', '-$1250.5', '1.5', '1234.5', '2024-03-01'],
    ]);
  });

  it('the calendar of 1904 is another one, and 29 February 1900 is none', async () => {
    const cell = (value: number) => `<c s="1"><v>${value}</v></c>`;
    const formats = ['yyyy-mm-dd'];
    expect(await cellsOf(oneSheet(oneRow(cell(43890)), { formats, is1904: true }))).toEqual([['2024-03-01']]);
    expect(await cellsOf(oneSheet(oneRow(cell(1), cell(59), cell(60), cell(61), cell(-3), cell(9e9)), { formats }))).toEqual([
      ['1900-01-01', '1900-02-28', '60', '1900-03-01', '-3', '9000000000'],
    ]);
  });

  it('rows keep the number of their row, cells their column, and blank ones are left out', async () => {
    const rows =
      '<row r="3"><c r="B3"><v>1</v></c><c r="D3" s="0"/></row><row r="5"><c r="A5"/></row><row r="9"><c r="A9"><v>2</v></c></row>';
    expect((await read(workbookOf(oneSheet(rows)))).rows).toEqual([
      { row: 3, cells: ['', '1'], links: null },
      { row: 9, cells: ['2'], links: null },
    ]);
  });

  it('cells that are merged downwards are filled, those merged to the right are not', async () => {
    const rows = [
      ['Name', 'Contact', ''],
      ['', 'Email', 'Phone'],
      ['Loom', 'a@loom.example', '1'],
      ['', 'b@loom.example', '2'],
    ];
    const below = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>';
    expect(await cellsOf({ sheets: [{ name: 'Leads', rows, below }] })).toEqual([
      ['Name', 'Contact'],
      ['Name', 'Email', 'Phone'],
      ['Loom', 'a@loom.example', '1'],
      ['Loom', 'b@loom.example', '2'],
    ]);
  });

  it('links are known by their address, in relationships and in formulas', async () => {
    const rows = `${oneRow('<c r="A1" t="str"><v>Loom</v></c>')}<row r="2"><c r="A2" t="str"><f>HYPERLINK("https://warp.example/?a=1","Warp")</f><v>Warp</v></c></row>`;
    const below = '<hyperlinks><hyperlink ref="A1" r:id="h1"/><hyperlink ref="B1" location="Other!A1"/></hyperlinks>';
    const file = workbookOf({ sheets: [{ name: 'Leads', rows, below, links: { h1: 'https://loom.example/' } }] });
    expect((await read(file)).rows.map(({ links }) => [...(links ?? [])])).toEqual([
      [[0, 'https://loom.example/']],
      [[0, 'https://warp.example/?a=1']],
    ]);
  });

  it('the first sheet that holds a table is read, or the one that is chosen', async () => {
    const sheets = [
      { name: 'Hidden', rows: [['a'], ['b']], state: 'hidden' as const },
      { name: 'Empty', rows: '<row r="1"><c r="A1" s="0"/></row>' },
      { name: 'Cover', rows: [['Leads of March']] },
      { name: 'Leads & more', rows: ROWS },
      { name: 'Other', rows: [['x'], ['y']] },
    ];
    const found = await read(workbookOf({ sheets }));
    expect(found).toMatchObject({
      sheet: 'Leads & more',
      sheets: ['Hidden', 'Empty', 'Cover', 'Leads & more', 'Other'],
      entries: [],
    });
    expect(found.rows.map(({ cells }) => cells)).toEqual(ROWS);
    expect(await cellsOf({ sheets }, { sheet: 'Other' })).toEqual([['x'], ['y']]);
    expect(await cellsOf({ sheets }, { sheet: 'Hidden' })).toEqual([['a'], ['b']]);
    await expect(cellsOf({ sheets }, { sheet: 'March' })).rejects.toThrow(
      'it has no sheet "March"; its sheets are "Hidden", "Empty"',
    );
  });

  it('a workbook with prefixed names, without optional parts, or compressed again is read, too', async () => {
    const bare: readonly ZipEntry[] = [
      { name: '[Content_Types].xml', content: '<Types/>' },
      {
        name: 'xl/workbook.xml',
        content: '<x:workbook xmlns:x="a" xmlns:q="b"><x:sheets><x:sheet name="S" q:id="r1"/></x:sheets></x:workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: '<Relationships><Relationship Id="r1" Type="a/worksheet" Target="/xl/a%20b.xml"/></Relationships>',
      },
      {
        name: 'xl/a b.xml',
        content: '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        method: 0,
      },
    ];
    expect((await read(zipOf(bare))).rows).toEqual([{ row: 1, cells: ['1'], links: null }]);
    expect((await read(gzipSync(zipOf(bare)), { mustBeGzip: true })).sheet).toBe('S');
  });
});

describe('archives', () => {
  it('an archive with one file of rows is that file, whatever programs added to it', async () => {
    const added = ['__MACOSX/._leads.csv', '.DS_Store', 'about.pdf'].map((name) => ({ name, content: 'x' }));
    const file = zipOf([...added, { name: 'folder/leads.csv', content: CSV }]);
    expect(await read(file)).toMatchObject({ text: CSV, entry: 'folder/leads.csv', entries: ['folder/leads.csv'] });
    expect(await read(zipOf([{ name: 'leads.dat', content: CSV, method: 0 }]))).toMatchObject({ text: CSV });
    const workbook = workbookOf({ sheets: [{ name: 'Leads', rows: ROWS }] });
    expect(await read(zipOf([{ name: 'leads.xlsx', content: workbook }]))).toMatchObject({ entry: 'leads.xlsx', sheet: 'Leads' });
  });

  it('of several files, one is asked for by name', async () => {
    const file = zipOf([
      { name: 'a.csv', content: CSV },
      { name: 'b.jsonl', content: '{"name":"B"}' },
    ]);
    await expect(read(file)).rejects.toThrow('it is an archive of several files; choose one of them: "a.csv", "b.jsonl"');
    await expect(read(file, { entry: 'c.csv' })).rejects.toThrow('its archive has no file "c.csv"; it holds "a.csv", "b.jsonl"');
    expect(await read(file, { entry: 'b.jsonl' })).toMatchObject({ text: '{"name":"B"}', entry: 'b.jsonl' });
    expect(await read(file, { takesFirst: true })).toMatchObject({ text: CSV, entries: ['a.csv', 'b.jsonl'] });
  });
});

const workbookWith = (part: string, content: string): Buffer => {
  const entries = workbookEntries({ sheets: [{ name: 'Leads', rows: ROWS }], strings: '<si><t>a</t></si>' });
  return zipOf([...entries.filter(({ name }) => name !== part), { name: part, content }]);
};
const sheetWith = (rows: string, rest: Partial<Workbook> = {}) => workbookOf(oneSheet(rows, rest));
const inSheet = (content: string) => workbookWith('xl/worksheets/sheet1.xml', content);
const whole = workbookOf({ sheets: [{ name: 'Leads', rows: ROWS }] });
const SHEET = 'xl/worksheets/sheet1.xml';
const laughs = `<!DOCTYPE worksheet [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData>${oneRow('<c t="str"><v>&b;</v></c>')}</sheetData></worksheet>`;

describe('hostile archives and workbooks are refused with one sentence', () => {
  test.each<[name: string, file: () => Buffer, refusal: string]>([
    ['a bomb in an archive', () => zipOf([{ name: 'a.csv', content: Buffer.alloc(40_000_000, 'a\n') }]), '300 times its size'],
    [
      'a bomb in a sheet',
      () => inSheet(`<worksheet><sheetData>${'<a/>'.repeat(10_000_000)}</sheetData></worksheet>`),
      '300 times its size',
    ],
    ['a sheet that never ends', () => sheetWith(oneRow(`<c t="str"><v>${'x'.repeat(7_900_000)}`)), 'workbook is broken'],
    ['more sizes than there are', () => zipOf([{ name: 'a.csv', content: CSV, claims: { size: 3 } }]), 'damaged or cut off'],
    [
      'a size that is too large',
      () => zipOf([{ name: 'a.csv', content: CSV, claims: { size: 4_000_000_000 } }]),
      'damaged or cut off',
    ],
    [
      'data beyond the end',
      () => zipOf([{ name: 'a.csv', content: CSV, claims: { packedSize: 4_000_000 } }]),
      'damaged or cut off',
    ],
    ['another checksum', () => zipOf([{ name: 'a.csv', content: CSV, method: 0, claims: { sum: 1 } }]), 'damaged or cut off'],
    ['more entries than there are', () => zipOf([{ name: 'a.csv', content: CSV }], { entryCount: 3 }), 'damaged or cut off'],
    [
      'too many entries',
      () => zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.csv`, content: '' }))),
      'more than 10,000 entries',
    ],
    ['a name that leads outside', () => zipOf([{ name: '../a.csv', content: CSV }]), 'a file outside of itself'],
    ['an absolute name', () => zipOf([{ name: '/etc/a.csv', content: CSV }]), 'a file outside of itself'],
    ['one name twice', () => zipOf([1, 2].map(() => ({ name: 'a.csv', content: CSV }))), 'two files of one name'],
    [
      'a part of a workbook twice',
      () => zipOf([...workbookEntries(oneSheet('')), { name: SHEET.toUpperCase(), content: '' }]),
      'two files of one name',
    ],
    [
      'an archive in an archive',
      () => zipOf([{ name: 'a.csv', content: zipOf([{ name: 'a.csv', content: CSV }]) }]),
      'an archive inside an archive',
    ],
    ['gzip in an archive', () => zipOf([{ name: 'a.csv', content: gzipSync(gzipSync(CSV)) }]), 'compressed twice'],
    [
      'a picture in an archive',
      () => zipOf([{ name: 'a.csv', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }]),
      'a picture (PNG)',
    ],
    ['no file of rows', () => zipOf(['a.png', 'b.png'].map((name) => ({ name, content: 'x' }))), 'without a file of rows'],
    ['a locked archive', () => zipOf([{ name: 'a.csv', content: CSV, flags: 1 }]), 'locked with a password'],
    ['an unusual compression', () => zipOf([{ name: 'a.csv', content: CSV, method: 12 }]), 'compressed in an unusual way'],
    ['a truncated workbook', () => whole.subarray(0, whole.length - 40), 'damaged or cut off'],
    ['a workbook without its middle', () => Buffer.concat([whole.subarray(0, 300), whole.subarray(700)]), 'damaged or cut off'],
    ['entities in a sheet', () => inSheet(laughs), 'a document type'],
    ['entities in the shared strings', () => workbookWith('xl/sharedStrings.xml', laughs), 'a document type'],
    ['an external entity', () => inSheet('<!DOCTYPE a SYSTEM "file:///etc/passwd"><worksheet/>'), 'a document type'],
    ['an unknown entity', () => sheetWith(oneRow('<c t="str"><v>&lol;</v></c>')), 'workbook is broken'],
    [
      'endless attributes',
      () => inSheet(`<worksheet><sheetData><row ${Array.from({ length: 700_000 }, (_, at) => `a${at}=""`).join(' ')}`),
      'workbook is broken',
    ],
    ['deep nesting', () => inSheet(`<worksheet>${'<a>'.repeat(100_000)}`), 'workbook is broken'],
    ['a cell in no column', () => sheetWith('<row><c r="ZZZZZ1"><v>1</v></c></row>'), 'workbook is broken'],
    ['a cell in a column too far', () => sheetWith('<row><c r="XFE1"><v>1</v></c></row>'), 'workbook is broken'],
    ['a filled cell in the last column', () => sheetWith('<row><c r="XFD1"><v>1</v></c></row>'), 'more than 2,000 columns'],
    ['a row too far', () => sheetWith('<row r="1048577"><c><v>1</v></c></row>'), 'workbook is broken'],
    ['a row of no number', () => sheetWith('<row r="-1"><c><v>1</v></c></row>'), 'workbook is broken'],
    [
      'a negative shared string',
      () => sheetWith(oneRow('<c t="s"><v>-1</v></c>'), { strings: '<si><t>a</t></si>' }),
      'workbook is broken',
    ],
    [
      'a huge shared string',
      () => sheetWith(oneRow('<c t="s"><v>99999999999</v></c>'), { strings: '<si><t>a</t></si>' }),
      'workbook is broken',
    ],
    ['a shared string of none', () => sheetWith(oneRow('<c t="s"><v>0</v></c>')), 'workbook is broken'],
    [
      'a sheet that is missing',
      () => zipOf(workbookEntries(oneSheet('')).filter(({ name }) => name !== SHEET)),
      'workbook is broken',
    ],
    [
      'a workbook that is missing',
      () => zipOf(workbookEntries(oneSheet('')).filter(({ name }) => name !== 'xl/workbook.xml')),
      'workbook is broken',
    ],
    ['no sheets', () => workbookOf({ sheets: [] }), 'no sheet with rows'],
    [
      'too many sheets',
      () => workbookOf({ sheets: Array.from({ length: 1_001 }, (_, at) => ({ name: `S${at}`, rows: '' })) }),
      'more than 1,000 sheets',
    ],
    [
      'a row of endless text',
      () =>
        sheetWith(oneRow(...Array.from({ length: 600 }, () => '<c t="s"><v>0</v></c>')), {
          strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
        }),
      'longer than 16 million characters',
    ],
    [
      'a binary workbook',
      () =>
        zipOf([
          { name: '[Content_Types].xml', content: '<Types/>' },
          {
            name: '_rels/.rels',
            content: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          },
        ]),
      'binary workbook',
    ],
    [
      'a Word document',
      () =>
        zipOf([
          { name: '[Content_Types].xml', content: '<Types/>' },
          {
            name: '_rels/.rels',
            content: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          },
        ]),
      'a document without sheets',
    ],
    [
      'an OpenDocument file',
      () =>
        zipOf([
          { name: 'mimetype', content: 'x' },
          { name: 'content.xml', content: '<a/>' },
        ]),
      'an OpenDocument file',
    ],
    ['an old workbook', () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]), 'save it as .xlsx'],
    [
      'a workbook with a password',
      () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'a workbook with a password; save it as .xlsx without one',
    ],
  ])('%s', async (_, file, refusal) => {
    const error: unknown = await read(file()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'IMPORT.UNREADABLE', message: expect.stringContaining(refusal) });
  });

  it('a sheet that claims every cell there can be holds only those that it has', async () => {
    const file = inSheet(
      '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>',
    );
    expect((await read(file)).rows).toEqual([{ row: 1_048_576, cells: ['1'], links: null }]);
  });

  it('names of prototypes are names', async () => {
    const file = sheetWith('<row __proto__="1" constructor="2"><c r="A1" __proto__="s"><v>1</v></c></row>');
    expect((await read(file)).rows).toEqual([{ row: 1, cells: ['1'], links: null }]);
  });

  it('parts of a workbook outside of it are never read', async () => {
    const sheet =
      '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="https://evil.example/sheet.xml" TargetMode="External"/></Relationships>';
    await expect(read(workbookWith('xl/_rels/workbook.xml.rels', sheet))).rejects.toThrow('no sheet with rows');
    const outside = '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="../../../../etc/passwd"/></Relationships>';
    await expect(read(workbookWith('xl/_rels/workbook.xml.rels', outside))).rejects.toThrow('workbook is broken');
  });
});
