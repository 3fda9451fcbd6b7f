import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRejectsFile, removeOldRejects } from './rejects-file.ts';

describe('the file of refused rows', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'leadloom-rejects-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('there is no file when no row was refused', () => {
    const path = join(directory, 'none.csv');
    expect(openRejectsFile(path).end()).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  it('each refused row has its line and reason, in a cell that no spreadsheet evaluates', () => {
    const path = join(directory, 'some.csv');
    const rejects = openRejectsFile(path);
    rejects.add({ line: 3, reason: 'name: is missing', raw: ',"two\nlines"' });
    rejects.add({ line: 7, reason: 'revenue: "x" is no number', raw: '=1+1,x' });
    expect(rejects.end()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(
      'line,reason,raw\r\n3,name: is missing,",""two\nlines"""\r\n7,"revenue: ""x"" is no number","\'=1+1,x"\r\n',
    );
  });

  it('the file of an earlier run is deleted, and no other file', () => {
    const path = join(directory, 'earlier.csv');
    const rejects = openRejectsFile(path);
    rejects.add({ line: 3, reason: 'name: is missing', raw: 'x' });
    rejects.end();
    removeOldRejects(path);
    expect(existsSync(path)).toBe(false);
    for (const content of ['', 'line', 'line;reason;raw\r\n', 'name,city\r\nA,Oslo\r\n']) {
      writeFileSync(path, content);
      removeOldRejects(path);
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
    removeOldRejects(directory);
    removeOldRejects(join(directory, 'no-such-file.csv'));
    expect(existsSync(directory)).toBe(true);
  });

  it('any number of rows is written, and long rows are shortened', () => {
    const path = join(directory, 'many.csv');
    const rejects = openRejectsFile(path);
    for (let line = 1; line <= 20_000; line += 1) rejects.add({ line, reason: 'is no row', raw: 'x'.repeat(50) });
    rejects.add({ line: 20_001, reason: 'is too long', raw: 'y'.repeat(5_000_000) });
    rejects.end();
    const lines = readFileSync(path, 'utf8').split('\r\n');
    expect(lines).toHaveLength(20_003);
    expect(lines.at(-2)?.length).toBeLessThan(101_000);
  });
});
