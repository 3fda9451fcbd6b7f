/** The documents of the workspace, their blocks of code, headings and links. */
import { join } from 'node:path';
import { readSources, type SourceFile } from '../conventions/source-files.ts';

export const documents: readonly SourceFile[] = readSources(['.'], /\.md$/).sort((a, b) => (a.path < b.path ? -1 : 1));

export interface Block {
  /** The path of the document, relative to the workspace root. */
  readonly path: string;
  /** The line of its fence. */
  readonly line: number;
  /** Empty where the fence names none. */
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a document, without the indentation of their fences. */
export function blocksOf({ path, text }: SourceFile): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly indent: string; readonly language: string; readonly lines: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', language = ''] = /^( *)```(\S*)$/.exec(line) ?? [];
    const isFence = line.trimStart().startsWith('```');
    if (open === null && isFence) open = { line: index + 1, indent, language, lines: [] };
    else if (open !== null && isFence) {
      blocks.push({ path, line: open.line, language: open.language, text: `${open.lines.join('\n')}\n` });
      open = null;
    } else open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  if (open !== null) throw new Error(`${path}:${open.line}: the block is not closed`);
  return blocks;
}

/** The blocks of all documents in a language. */
export function blocksIn(language: string): readonly Block[] {
  return documents.flatMap(blocksOf).filter((block) => block.language === language);
}

/** The text outside of blocks. */
export function proseOf({ text }: SourceFile): string {
  return text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');
}

/** What `#…` can lead to, as GitHub makes it of the headings. */
export function anchorsOf(document: SourceFile): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of proseOf(document).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

interface Link {
  /** Relative to the workspace root; the document itself for `#…`. */
  readonly file: string;
  readonly anchor: string | null;
  readonly isPicture: boolean;
}

/** The links of a document that stay within the workspace. */
export function linksOf(document: SourceFile): readonly Link[] {
  const prose = proseOf(document).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].flatMap(([, mark, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor = null] = target.split('#');
    const file = path === '' ? document.path : join(document.path, '..', path);
    return [{ file, anchor, isPicture: mark === '!' }];
  });
}

/** The pictures that documents show, relative to the workspace root. */
export function shownPictures(): readonly string[] {
  const pictures = documents.flatMap((document) => linksOf(document).flatMap(({ file, isPicture }) => (isPicture ? [file] : [])));
  return [...new Set(pictures)].sort();
}
