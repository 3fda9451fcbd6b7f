import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceFormat } from '../../../server/src/modules/imports/report/rejects-file.ts';
import { createRejectsFile } from './rejects-file.ts';

const csv = (header: string | null): SourceFormat => ({
  layout: { kind: 'csv', delimiter: ',', lineEnd: '\n', before: '', header, headers: ['name', 'city'], reason: 'reason' },
  encoding: () => ({ label: 'utf-8', hasMark: false }),
});
const jsonl: SourceFormat = { layout: { kind: 'jsonl', reason: 'reason' }, encoding: csv(null).encoding };
const reject = { line: 3, reason: 'name: is missing', raw: ',Oslo' };

describe('the file of refused rows', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'leadloom-rejects-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  const opened = (name: string, format: SourceFormat = csv('name,city')) => {
    const path = join(directory, name);
    const file = createRejectsFile((kind) => `${path}.${kind}`);
    file.open(format);
    return { file, path: `${path}.${format.layout.kind}` };
  };

  it('there is no file when no row was refused', () => {
    const { file, path } = opened('none');
    expect(file.end()).toBeNull();
    expect(existsSync(path)).toBe(false);
    expect(createRejectsFile(() => path).end()).toBeNull();
  });

  it.each([
    ['csv with a header', csv('name,city'), 'name,city,reason\n,Oslo,"name: is missing"\n'],
    ['csv without one', csv(null), ',Oslo,"name: is missing"\n'],
    ['JSON Lines', jsonl, '{"raw":",Oslo","reason":"name: is missing"}\n'],
  ])('the file is in the format of its source, and removed when a later run refuses none: %s', (name, format, content) => {
    const { file, path } = opened(name, format);
    file.add(reject);
    expect(file.end()).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe(content);
    file.removeOld();
    expect(existsSync(path)).toBe(true);
    const next = opened(name, format);
    expect(next.file.end()).toBeNull();
    next.file.removeOld();
    expect(existsSync(path)).toBe(false);
  });

  it('a file that no import wrote stays', () => {
    for (const [format, contents] of [
      [csv('name,city'), ['', 'name', 'name,city\nA,Oslo\n', 'line,reason,raw\n']],
      [jsonl, ['', '{"name":"A"}\n', '[]']],
    ] as const) {
      for (const content of contents) {
        const { file, path } = opened('other', format);
        writeFileSync(path, content);
        file.removeOld();
        expect(readFileSync(path, 'utf8')).toBe(content);
      }
    }
    expect(() => opened('no-such-file').file.removeOld()).not.toThrow();
  });

  it('any number of rows is written, and long rows are kept whole', () => {
    const { file, path } = opened('many');
    for (let line = 1; line <= 20_000; line += 1) file.add({ ...reject, line, raw: `${'x'.repeat(50)},Oslo` });
    file.add({ ...reject, line: 20_001, raw: `${'y'.repeat(5_000_000)},Oslo` });
    file.end();
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines).toHaveLength(20_003);
    expect(lines.at(-2)?.length).toBeGreaterThan(5_000_000);
  });
});
