import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuildTarget, build } from './builds.ts';
import { root } from './run.ts';

/** Writes files one after another, as Vite does, and takes some time for it. */
const PROGRAM = `
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const at = process.argv.indexOf('--outDir');
const output = at < 0 ? process.env.OUTPUT : process.argv[at + 1];
(async () => {
  mkdirSync(join(output, 'icons'), { recursive: true });
  for (let file = 0; file < 20; file += 1) {
    writeFileSync(join(output, 'icons', file + '.png'), process.env.EDITION);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  if (process.env.EDITION === 'broken') process.exit(1);
})();
`;

describe('builds of one folder', () => {
  let folder: string;
  let output: string;
  beforeEach(() => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    folder = mkdtempSync(join(root, '.cache', 'concurrent-builds-'));
    output = join(relative(root, folder), 'out');
    writeFileSync(join(folder, 'build.cjs'), PROGRAM);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    const name = output.replaceAll('/', '-');
    for (const path of [`.stamps/${name}.sha256`, `.locks/${name}`])
      rmSync(join(root, 'dist', path), { recursive: true, force: true });
  });

  const target = (edition: string): BuildTarget => ({
    name: `edition ${edition}`,
    output,
    inputs: [],
    environment: { EDITION: edition, OUTPUT: join(root, output) },
    command: ['node', join(folder, 'build.cjs')],
    archive: `${output}.zip`,
  });
  const read = (file = 19) => readFileSync(join(root, output, 'icons', `${file}.png`), 'utf8');
  const quiet = () => undefined;

  it('two starts that build different editions at the same moment both succeed, one after the other', async () => {
    const lines: string[] = [];
    const outcomes = await Promise.all(
      ['one', 'other'].map((edition) => build(target(edition), (line) => void lines.push(line))),
    );
    expect([...outcomes].sort()).toEqual(['built', 'replaced']);
    expect(lines.filter((line) => line.includes('another start'))).toHaveLength(1);
    expect(new Set(Array.from({ length: 20 }, (_, file) => read(file))).size).toBe(1);
    expect(existsSync(join(root, `${output}.zip`))).toBe(true);
  });

  it('what one start built is up to date for another that waited for it', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => build(target('same'), quiet)));
    expect([...outcomes].sort()).toEqual(['built', 'up to date', 'up to date']);
  });

  it('the last build stays whole until the next one is, and when that fails', async () => {
    await build(target('good'), quiet);
    const failing = build(target('broken'), quiet).catch(String);
    for (let look = 0; look < 5; look += 1) {
      await sleep(50);
      expect(read()).toBe('good');
    }
    expect(await failing).toContain('could not be built');
    expect(read()).toBe('good');
    expect(await build(target('good'), quiet)).toBe('up to date');
  });
});
