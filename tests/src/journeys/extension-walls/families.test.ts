import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FAMILIES = 23;

it('the report counts attacks of each of the 23 families', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')));
  const all = texts.join('\n');
  const reported = new Set([...all.matchAll(/report\(\s*'(E\d\d)[',]/g)].map(([, family]) => family));
  const titled = new Set([...all.matchAll(/\btest\('([^:]+):/g)].flatMap(([, title = '']) => title.match(/E\d\d/g) ?? []));
  const wanted = Array.from({ length: FAMILIES }, (_, index) => `E${String(index + 1).padStart(2, '0')}`);
  expect([...reported].toSorted()).toEqual(wanted);
  expect([...titled].toSorted()).toEqual(wanted);
});
