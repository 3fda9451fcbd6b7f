import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs, isUpToDate, writeStamp } from './build-stamp.ts';
import { root } from './run.ts';

let folder: string;
let inputs: readonly string[];

beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'build-stamp-'));
  // Dot folders at the root are skipped only by name, so a folder inside one is read like any other.
  inputs = [relative(root, folder)];
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the hash of a build’s inputs', () => {
  it('a stamp stays the same while nothing changes', () => {
    expect(hashInputs(inputs, { PORT: '1' })).toBe(hashInputs(inputs, { PORT: '1' }));
  });

  it('changes with a file’s content, a new file, and a setting', () => {
    const before = hashInputs(inputs, { PORT: '1' });
    expect(hashInputs(inputs, { PORT: '2' })).not.toBe(before);
    writeFileSync(join(folder, 'b.ts'), '');
    const withFile = hashInputs(inputs, { PORT: '1' });
    expect(withFile).not.toBe(before);
    writeFileSync(join(folder, 'a.ts'), 'export const a = 2;');
    expect(hashInputs(inputs, { PORT: '1' })).not.toBe(withFile);
  });

  it('ignores tests and installed packages', () => {
    const before = hashInputs(inputs, {});
    writeFileSync(join(folder, 'a.test.ts'), 'test');
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules', 'x.js'), '1');
    expect(hashInputs(inputs, {})).toBe(before);
  });
});

describe('a build', () => {
  it('a build is up to date only with its output and the stamp of its inputs', () => {
    const output = join(relative(root, folder), 'out');
    expect(isUpToDate(output, 'stamp')).toBe(false);
    writeStamp(output, 'stamp');
    expect(isUpToDate(output, 'stamp')).toBe(false);
    mkdirSync(join(root, output));
    expect(isUpToDate(output, 'stamp')).toBe(true);
    expect(isUpToDate(output, 'another')).toBe(false);
    rmSync(join(root, 'dist', '.stamps', `${output.replaceAll('/', '-')}.sha256`));
  });
});
