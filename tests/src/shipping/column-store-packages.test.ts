/** An installation without a column store has no package more for it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSources, workspaceRoot } from '../conventions/source-files.ts';

const lockfileSchema = z.object({ packages: z.record(z.string(), z.unknown()) });
const OF_COLUMN_STORE = /\/column-store\/|\/engine-[\w-]+\.ts$|-engine\.ts$/;
const NO_PRODUCT = /\/testing\/|\.test\.ts$/;
const PACKAGE = /\b(?:from|import\() ?'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g;

function packagesOf(sources: readonly { readonly text: string }[]): readonly string[] {
  const names = sources.flatMap(({ text }) => [...text.matchAll(PACKAGE)].map(([, name = '']) => name));
  return [...new Set(names)].sort();
}

describe('packages for the column store', () => {
  const sources = readSources(['server/src'], /\.ts$/).filter(({ path }) => !NO_PRODUCT.test(path));
  const own = sources.filter(({ path }) => OF_COLUMN_STORE.test(path));
  const others = sources.filter((source) => !own.includes(source));

  it('none is installed that knows the engine', async () => {
    const { packages } = lockfileSchema.parse(parse(await readFile(join(workspaceRoot, 'pnpm-lock.yaml'), 'utf8')));
    const names = Object.keys(packages);
    expect(names.some((name) => name.startsWith('undici@'))).toBe(true);
    expect(names.filter((name) => /clickhouse|chdb/i.test(name))).toEqual([]);
  });

  it('what speaks to the engine imports only packages that the rest of the server does', () => {
    expect(packagesOf(own)).toEqual(expect.arrayContaining(['drizzle-orm', 'undici']));
    const known = packagesOf(others);
    expect(packagesOf(own).filter((name) => !known.includes(name))).toEqual([]);
  });
});
