import { describe, expect, it } from 'vitest';
import { shownPictures } from '../documents/documents.ts';
import { newcomerPictures, operatorPictures, publicPictures, sessionPictures } from './pictures.ts';
import { isOfRoute, screenRoutes } from './screen-routes.ts';

const pictures = [...publicPictures, ...newcomerPictures, ...sessionPictures, ...operatorPictures];
describe('the pictures of the screens', () => {
  it('every screen is taken', () => {
    const routes = screenRoutes();
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter((route) => !pictures.some(({ path }) => isOfRoute(route, path)))).toEqual([]);
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
