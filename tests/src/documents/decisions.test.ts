/** The index of decision records. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../conventions/source-files.ts';

const folder = join(workspaceRoot, 'docs/decisions');

test('every record stands in the index once, under its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)].map(([, number, file, title]) => ({
    number,
    file,
    title,
  }));
  const records = readdirSync(folder)
    .filter((file) => /^\d{4}/.test(file) && !file.startsWith('0000'))
    .map((file) => {
      const [, number, title] = /^# (\d{4}) (.+)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return { number, file, title };
    });
  const byNumber = (one: { number?: string | undefined }, other: { number?: string | undefined }) =>
    (one.number ?? '').localeCompare(other.number ?? '');
  expect(listed.toSorted(byNumber)).toEqual(records.toSorted(byNumber));
});
