import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, workspaceRoot } from '../conventions/source-files.ts';
import { anchorsOf, documents, linksOf, shownPictures } from './documents.ts';

const MAX_PICTURE_BYTES = 220_000;
const PICTURES = 'docs/screenshots';

describe('the links of the documents', () => {
  it('every link leads to a file and a heading that exist', () => {
    const anchors = new Map(documents.map((document) => [document.path, anchorsOf(document)]));
    const broken = documents.flatMap((document) =>
      linksOf(document).flatMap(({ file, anchor }) => {
        if (!existsSync(join(workspaceRoot, file))) return [`${document.path}: there is no ${file}`];
        if (anchor === null || anchors.get(file)?.has(anchor)) return [];
        return [`${document.path}: ${file} has no heading #${anchor}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('every page of the guides is reached from its index', () => {
    for (const [index, folder] of [
      ['docs/user-guide.md', 'docs/guide'],
      ['docs/operator-guide.md', 'docs/operator'],
    ] as const) {
      const document = documents.find(({ path }) => path === index);
      const linked = new Set(document === undefined ? [] : linksOf(document).map(({ file }) => file));
      const pages = documents.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? [path] : []));
      expect(pages.length).toBeGreaterThan(5);
      expect(pages.filter((page) => !linked.has(page))).toEqual([]);
    }
  });

  it('the pictures that are kept are those that documents show, and are small', () => {
    const kept = readdirSync(join(workspaceRoot, PICTURES)).map((name) => `${PICTURES}/${name}`);
    expect(shownPictures()).toEqual(kept.sort());
    expect(kept.filter((path) => statSync(join(workspaceRoot, path)).size > MAX_PICTURE_BYTES)).toEqual([]);
  });
});

describe('the page for when something is wrong', () => {
  it('every line of a start that fails is one that the server prints', () => {
    const page = documents.find(({ path }) => path === 'docs/operator/troubleshooting.md')?.text ?? '';
    const [table = ''] = page.split('While it runs:');
    const lines = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(5);
    const sources = readSources(['server/src'], /\.ts$/)
      .map(({ text }) => text)
      .join('\n');
    const parts = lines.flatMap((line) => line.split('…').map((part) => part.trim()));
    // A setting is named where its problem is found.
    const isThere = (part: string) => sources.includes(part) || (/^[A-Z_]+:$/.test(part) && sources.includes(part.slice(0, -1)));
    expect(parts.filter((part) => !isThere(part))).toEqual([]);
  });
});

describe('a document with mistakes', () => {
  const document = { path: 'docs/page.md', text: '# A page\n\n## Two: words\n\n[a](other.md#x) ![b](#two-words) `[c](d.md)`\n' };

  it('links are resolved from the document, and code is no link', () => {
    expect(linksOf(document)).toEqual([
      { file: 'docs/other.md', anchor: 'x', isPicture: false },
      { file: 'docs/page.md', anchor: 'two-words', isPicture: true },
    ]);
    expect([...anchorsOf(document)]).toEqual(['a-page', 'two-words']);
  });
});
