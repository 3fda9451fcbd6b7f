import { describe, expect, it } from 'vitest';
import { decodeFile, MAX_LINES, readList, writeList } from './read-list.ts';
import { findHeader, meaningsOf, recogniseColumns, withMeaning } from './recognise-columns.ts';
import { toLine } from './to-line.ts';

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
  type Table = 'companies' | 'people';
  const recognise = (table: Table, text: string) => {
    const list = readList(text, table).rows;
    const header = findHeader(table, list);
    return [header >= 0, ...meaningsOf(recogniseColumns(table, list, header))];
  };
  const linesIn = (table: Table, text: string) => {
    const list = readList(text, table).rows;
    const header = findHeader(table, list);
    const columns = recogniseColumns(table, list, header);
    return list.slice(header + 1).map((row) => toLine(row, columns));
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

  it.each([
    ['a title', 'Our accounts\n', 1],
    ['a title and a note', 'Our accounts\n"Exported on 3 May, by Ada"\n', 2],
    ['a title and blank lines', 'Our accounts\n\n , , \n', 1],
    ['a title that is a name of a column', 'Name,,\n', 1],
    ['a group of headers', ',Company,\n', 1],
    ['ten lines', 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n', 10],
    ['nothing', '', 0],
  ])('the header is the line that names most columns, as in imports: below %s', (_, above, header) => {
    const text = `${above}No,Company Name,Website\n1,Loom,loom.example\n2,Weaver,weaver.example\n`;
    expect(findHeader('companies', readList(text, 'companies').rows)).toBe(header);
    expect(recognise('companies', text)).toEqual([true, null, 'name', 'domain']);
    expect(linesIn('companies', text)).toEqual([
      { name: 'Loom', domain: 'loom.example' },
      { name: 'Weaver', domain: 'weaver.example' },
    ]);
  });

  it('a line that names columns but none that rows are found by is no header', () => {
    expect(findHeader('companies', rows('acme.example,1\nRevenue,Employees\nloom.example,2'))).toBe(-1);
  });

  it('the separator is the one by which a line names most columns, as in imports', () => {
    expect(readList('Our accounts, all\nName;Website\nLoom, Inc.;loom.example', 'companies').delimiter).toBe(';');
    expect(readList('Loom, Inc.\nWeaver\nName', 'companies').rows).toEqual([['Loom, Inc.'], ['Weaver'], ['Name']]);
  });

  it('of several columns that fit equally, the first filled cell of a row counts, as in imports', () => {
    const text = 'Website,Domain,Name\na.example,b.example,A\n,c.example,C\n,,D';
    expect(recognise('companies', text)).toEqual([true, 'domain', 'domain', 'name']);
    expect(linesIn('companies', text)).toEqual([
      { domain: 'a.example', name: 'A' },
      { domain: 'c.example', name: 'C' },
      { name: 'D' },
    ]);
  });

  it('a column of the person comes before one of the company in a table of people, and the reverse', () => {
    const people = 'Company Country,Person Country,Email\nNorway,Chile,ada@loom.example';
    expect(recognise('people', people)).toEqual([true, null, 'country', 'email']);
    expect(recognise('companies', 'Contact Country,Company Country,Company\nNorway,Chile,Loom')).toEqual([
      true,
      null,
      'country',
      'name',
    ]);
  });

  it('the header whose cells can be read comes first, whatever its words', () => {
    const text = 'Email,Email address\nyes,ada@loom.example\nno,bo@loom.example';
    expect(linesIn('people', text)).toEqual([{ email: 'ada@loom.example' }, { email: 'bo@loom.example' }]);
  });

  it('first and last names are joined where no column has the whole name', () => {
    expect(recognise('people', 'First name,Last name,Country\nAda,Weaver,Norway')).toEqual([true, 'name', 'name', 'country']);
    expect(linesIn('people', 'First name,Last name,Country\nAda,Weaver,Norway\n,Loom,')).toEqual([
      { name: 'Ada Weaver', country: 'Norway' },
      { name: 'Loom' },
    ]);
    expect(linesIn('people', 'Full name,First name,Last name\nAda W. Weaver,Ada,Weaver\n,Bo,Loom')).toEqual([
      { name: 'Ada W. Weaver' },
      { name: 'Bo Loom' },
    ]);
  });

  it('a choice by hand is what a column then holds, and no other column with it', () => {
    const columns = {
      width: 4,
      fields: [
        { meaning: 'name', from: [0], joined: [1, 2] },
        { meaning: 'email', from: [3] },
      ],
    } as const;
    const chosen = (at: number, meaning: 'name' | 'email' | null) => meaningsOf(withMeaning(columns, at, meaning));
    expect(meaningsOf(columns)).toEqual(['name', 'name', 'name', 'email']);
    expect(chosen(0, null)).toEqual([null, 'name', 'name', 'email']);
    expect(toLine(['Ada W.', 'Ada', 'Weaver', ''], withMeaning(columns, 0, null))).toEqual({ name: 'Ada Weaver' });
    expect(chosen(2, null)).toEqual(['name', 'name', null, 'email']);
    expect(chosen(1, 'email')).toEqual(['name', 'email', 'name', null]);
    expect(chosen(1, 'name')).toEqual([null, 'name', null, 'email']);
    expect(chosen(3, null)).toEqual(['name', 'name', 'name', null]);
  });

  it('only those meanings are given that the table has', () => {
    expect(recognise('companies', 'ada@loom.example\nbo@loom.example')).toEqual([false, null]);
  });
});
