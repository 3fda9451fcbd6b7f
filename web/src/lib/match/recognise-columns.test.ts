import { describe, expect, it } from 'vitest';
import { decodeFile, MAX_LINES, readList, writeList } from './read-list.ts';
import { hasHeader, recogniseColumns } from './recognise-columns.ts';

const rows = (text: string) => readList(text).rows;

describe('reading a list', () => {
  it('cells are separated by what the lines have in common, and a comma inside names separates nothing', () => {
    expect(rows('a.example\nb.example')).toEqual([['a.example'], ['b.example']]);
    expect(rows('Acme, Inc.\nLoom Works\nThread')).toEqual([['Acme, Inc.'], ['Loom Works'], ['Thread']]);
    expect(readList('a;1\n"b;c";2\n\n ; \n')).toEqual({
      rows: [
        ['a', '1'],
        ['b;c', '2'],
      ],
      delimiter: ';',
      isCut: false,
    });
    expect(rows('\uFEFFname\tcountry\r\nAcme\tNorway')).toEqual([
      ['name', 'country'],
      ['Acme', 'Norway'],
    ]);
    expect(rows('')).toEqual([]);
    expect(rows('sep=;\r\na;1,5\r\nb;2,5')).toEqual([
      ['a', '1,5'],
      ['b', '2,5'],
    ]);
  });

  it('lines beyond the limit are left out and said', () => {
    const list = readList(Array.from({ length: MAX_LINES + 5 }, (_, at) => `d${at}.example`).join('\n'));
    expect([list.rows.length, list.isCut]).toEqual([MAX_LINES + 1, true]);
  });

  it('a file is read in its encoding and written so that it can be read again', async () => {
    const bytes = (numbers: readonly number[]) => new Uint8Array(numbers);
    expect(decodeFile(bytes([0xc3, 0xa5]))).toBe('å');
    expect(decodeFile(bytes([0xe5]))).toBe('å');
    expect(decodeFile(bytes([0xff, 0xfe, 0xe5, 0x00]))).toBe('\uFEFFå'.slice(1));
    const written = await writeList(
      [
        ['a;b', 'c"d'],
        ['line\nbreak', ''],
      ],
      ';',
    ).text();
    expect(rows(written)).toEqual([
      ['a;b', 'c"d'],
      ['line\nbreak', ''],
    ]);
  });
});

describe('recognising columns', () => {
  const recognise = (table: 'companies' | 'people', text: string) => {
    const list = rows(text);
    const isHeader = hasHeader(table, list);
    return [isHeader, ...recogniseColumns(table, list, isHeader)];
  };

  it('headers are read as imports read them, in several languages', () => {
    expect(recognise('companies', 'Company Name,Webseite,Land,Notes\nAcme,acme.example,NO,x')).toEqual([
      true,
      'name',
      'domain',
      'country',
      null,
    ]);
    expect(recognise('people', 'E-Mail;Full name;Person LinkedIn URL\na@b.example;Ada;x')).toEqual([
      true,
      'email',
      'name',
      'linkedin_url',
    ]);
  });

  it('without headers, columns are what most of their cells look like', () => {
    expect(recognise('companies', 'acme.example\nwww.loom.example\nhttps://thread.example/about')).toEqual([false, 'domain']);
    expect(recognise('companies', 'Acme,Norway\nLoom,Sweden\nThread,DE')).toEqual([false, 'name', 'country']);
    expect(recognise('people', 'linkedin.com/in/ada\nhttps://no.linkedin.com/in/bo')).toEqual([false, 'linkedin_url']);
    expect(recognise('people', 'ada@loom.example\nbo@loom.example')).toEqual([false, 'email']);
  });

  it('cells that are something else contradict their header, as in imports', () => {
    const cases = [
      // Pages of LinkedIn are nobody's own site.
      ['Website,Domain\nlinkedin.com/company/a,a.example\nlinkedin.com/company/b,b.example', ['linkedin_url', 'domain']],
      ['Website,URL\nfacebook.com/a,a.example\nx.com/b,b.example', [null, 'domain']],
      // The profile of a person is none of a company.
      ['Name,LinkedIn URL\nAcme,linkedin.com/in/ada\nLoom,linkedin.com/in/bo', ['name', null]],
      ['Name,Company\nada@a.example,Acme\nbo@b.example,Loom', [null, 'name']],
      ['Name,Website\n1,\n2,', [null, 'domain']],
    ] as const;
    for (const [text, meanings] of cases) expect(recognise('companies', text)).toEqual([true, ...meanings]);
  });

  it('each meaning is given once, and only those that the table has', () => {
    expect(recognise('companies', 'website,domain\na.example,b.example')).toEqual([true, 'domain', null]);
    expect(recognise('companies', 'ada@loom.example\nbo@loom.example')).toEqual([false, null]);
  });
});
