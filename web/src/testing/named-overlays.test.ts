import { describe, expect, it } from 'vitest';
import { watchOverlayNames } from './named-overlays.ts';

describe('the watch over the names of dialogs and menus', () => {
  it.each([
    ['a label on the dialog', '<div role="dialog" aria-label="Rename"></div>', true],
    ['a title in the dialog', '<div role="dialog" aria-labelledby="title"><h2 id="title">Rename</h2></div>', true],
    ['a label around the dialog', '<div aria-label="Rename"><div role="dialog"></div></div>', false],
    ['a title that is not there', '<div role="dialog" aria-labelledby="title"></div>', false],
    ['an empty title', '<div role="dialog" aria-labelledby="title"><h2 id="title"> </h2></div>', false],
    ['a menu without a label', '<ul role="menu"></ul>', false],
  ])('%s: named %#', async (_, html, isNamed) => {
    const problems: string[] = [];
    // The element is not in the body, where the watch of every test looks.
    const root = document.createElement('div');
    document.documentElement.append(root);
    const stop = watchOverlayNames(root, (problem) => problems.push(problem));
    const frame = document.createElement('div');
    frame.innerHTML = html;
    root.append(frame);
    await new Promise((resolve) => setTimeout(resolve));
    stop();
    root.remove();
    expect(problems.length === 0).toBe(isNamed);
  });
});
