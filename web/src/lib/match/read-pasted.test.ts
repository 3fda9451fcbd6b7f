import { tableNames } from '@leadloom/shared/tables/table-names';
import { describe, expect, it } from 'vitest';
import { type ReadPasted, readPasted } from './read-pasted.ts';

function linesOf(read: ReadPasted) {
  if (read.kind === 'refused') throw new Error(read.reason);
  return read.lines.map(({ line }) => line);
}
function reasonOf(read: ReadPasted): string {
  if (read.kind === 'lines') throw new Error('it was read');
  return read.reason;
}

describe('text pasted onto a table', () => {
  it.each([
    ['a line for each', 'weaver.example\nwww.loom.example\n\n'],
    ['commas', 'weaver.example, www.loom.example'],
    ['blanks', ' weaver.example   www.loom.example '],
    ['semicolons and lines', 'weaver.example;\r\nwww.loom.example;'],
  ])('addresses are read whatever is between them: %s', (_, text) => {
    expect(linesOf(readPasted('companies', text))).toEqual([{ domain: 'weaver.example' }, { domain: 'www.loom.example' }]);
  });

  it('emails are read as mail programs write them', () => {
    const text = 'Ada Weaver <ada@weaver.example>; Bo <bo@weaver.example>, cy@weaver.example';
    expect(linesOf(readPasted('people', text)).map(({ email }) => email)).toEqual([
      'ada@weaver.example',
      'bo@weaver.example',
      'cy@weaver.example',
    ]);
  });

  it('addresses at LinkedIn are those of the table', () => {
    const text = 'https://www.linkedin.com/company/loom/\nlinkedin.com/company/weaver';
    expect(linesOf(readPasted('companies', text)).map((line) => Object.keys(line))).toEqual([['linkedin_url'], ['linkedin_url']]);
  });

  it('names stand in lines, or between commas; a comma in one name separates nothing', () => {
    expect(linesOf(readPasted('companies', 'Needle Port\nAcme, Inc.'))).toEqual([
      { name: 'Needle Port' },
      { name: 'Acme, Inc.' },
    ]);
    expect(linesOf(readPasted('companies', 'Needle Port'))).toEqual([{ name: 'Needle Port' }]);
    expect(linesOf(readPasted('companies', 'Needle Port, Spindle, Loom Page')).map(({ name }) => name)).toEqual([
      'Needle Port',
      'Spindle',
      'Loom Page',
    ]);
  });

  it('cells of a spreadsheet are read with their countries, and their header is no line', () => {
    const read = readPasted('companies', 'Company\tCountry\tNotes\nSpindle\tAustria\tcall\nNeedle Port\tNorway\t');
    expect(linesOf(read)).toEqual([
      { name: 'Spindle', country: 'Austria' },
      { name: 'Needle Port', country: 'Norway' },
    ]);
    expect(read.kind === 'lines' && read.lines.map(({ text }) => text)).toEqual(['Spindle · Austria', 'Needle Port · Norway']);
  });

  it('prose is refused with a sentence', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog, and then, after a short rest, it jumps back again.';
    for (const text of [sentence, `${sentence}\n${sentence}`, sentence.replaceAll(',', '')])
      expect(reasonOf(readPasted('companies', text))).toBe('This text is not a list. Paste one address or name per line.');
  });

  it('what the table is not found by is refused with what it is found by', () => {
    expect(reasonOf(readPasted('companies', 'ada@weaver.example\nbo@weaver.example'))).toBe(
      'Nothing to look for was recognised. Companies are found by domain, LinkedIn address or name.',
    );
    expect(reasonOf(readPasted('reviews', 'Needle Port'))).toBe(
      'Nothing to look for was recognised. Reviews are found by domain.',
    );
    for (const text of ['12345', '-- --', '🙂', '\u0000'])
      expect(reasonOf(readPasted('people', text))).toMatch(/^Nothing to look for/);
  });

  it('tables that are not matched say so', () => {
    expect(reasonOf(readPasted('tiktok-videos', 'weaver.example'))).toBe('TikTok Videos cannot be found by pasted lines.');
    for (const table of tableNames) expect(() => readPasted(table, 'weaver.example')).not.toThrow();
  });

  it('too many lines are refused, and those that fit are read', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `weaver-${at}.example`).join('\n');
    expect(linesOf(readPasted('companies', lines(1_000)))).toHaveLength(1_000);
    expect(readPasted('companies', lines(1_001))).toEqual({
      kind: 'refused',
      reason: 'You pasted 1,001 lines. A table takes up to 1,000 at once; Match my list takes up to 100,000.',
      isTooLong: true,
    });
    const names = (count: number) => Array.from({ length: count }, (_, at) => `Weaver ${at}`).join('\n');
    expect(readPasted('companies', `Name\n${names(1_000)}`)).toMatchObject({ kind: 'lines' });
    expect(readPasted('companies', `Name\n${names(1_001)}`)).toMatchObject({ kind: 'refused', isTooLong: true });
  });
});
