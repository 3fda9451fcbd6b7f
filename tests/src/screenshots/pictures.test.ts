import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../conventions/source-files.ts';
import { shownPictures } from '../documents/documents.ts';
import { newcomerPictures, operatorPictures, publicPictures, sessionPictures } from './pictures.ts';

const pictures = [...publicPictures, ...newcomerPictures, ...sessionPictures, ...operatorPictures];
const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');

/** The routes of the screens, by the names that `screens.tsx` uses. */
function routes(): readonly string[] {
  const paths = new Map(
    [...read('web/src/lib/paths.ts').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map(([, name = '', path = '']) => [name, path]),
  );
  const used = [...read('web/src/app/screens.tsx').matchAll(/screen\(paths\.(\w+),/g)].map(
    ([, name = '']) => paths.get(name) ?? name,
  );
  return [...used, ...tableNames.flatMap((name) => [`/table/${name}`, `/table/${name}/:id`])];
}

describe('the pictures of the screens', () => {
  it('every screen is taken', () => {
    const isTaken = (route: string) => {
      const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
      return pictures.some(({ path }) => pattern.test(path));
    };
    expect(routes().length).toBeGreaterThan(50);
    expect(routes().filter((route) => !isTaken(route))).toEqual([]);
  });

  it('every picture has a name of its own, and every shown picture is one of them', () => {
    const names = pictures.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const shown = shownPictures().map(
      (path) => /^docs\/screenshots\/(.+)-(?:wide|narrow)-(?:light|dark)\.png$/.exec(path)?.[1] ?? path,
    );
    expect(shown.filter((name) => !names.includes(name))).toEqual([]);
  });
});
