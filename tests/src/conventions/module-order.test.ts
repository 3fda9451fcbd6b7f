/** The order of the server's parts, which `.dependency-cruiser.mjs` enforces, and its pictures in ARCHITECTURE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readSources, workspaceRoot } from './source-files.ts';

const SERVER = 'server/src';
const MODULES = 'modules/';
/** Folders, modules (`modules/<name>`) and files beside them, lowest first. */
const order = z.array(z.string()).parse(JSON.parse(readFileSync(join(workspaceRoot, 'server/module-order.json'), 'utf8')));
const IMPORT = /from '((?:\.\.?\/)[^']+)'/g;

/** The part that a file belongs to; null for those on top of all parts, and for what serves tests. @param path from SERVER on */
function partOf(path: string): string | null {
  return order.find((part) => path === part || path.startsWith(`${part}/`)) ?? null;
}

/** The parts that each one imports, types included, in their order. */
function importsOfParts(): ReadonlyMap<string, readonly string[]> {
  const imported = new Map(order.map((part) => [part, new Set<string>()]));
  for (const { path, text } of readSources([SERVER], /(?<!\.test)\.ts$/)) {
    const part = partOf(path.slice(SERVER.length + 1));
    if (part === null) continue;
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = join(path, '..', specifier);
      const other = target.startsWith(`${SERVER}/`) ? partOf(target.slice(SERVER.length + 1)) : null;
      if (other !== null && other !== part) imported.get(part)?.add(other);
    }
  }
  return new Map([...imported].map(([part, others]) => [part, order.filter((other) => others.has(other))]));
}

const imports = importsOfParts();

/** One line a part, highest first, with the drawn parts that it imports. */
function draw(isDrawn: (part: string) => boolean): string {
  const nameOf = (part: string) => part.replace(MODULES, '');
  const parts = order.filter(isDrawn);
  const width = Math.max(...parts.map((part) => nameOf(part).length)) + 2;
  const lines = parts.map((part) => {
    const drawn = (imports.get(part) ?? []).filter(isDrawn);
    return `${nameOf(part).padEnd(width)}${drawn.map(nameOf).join(' ')}`.trimEnd();
  });
  return `\`\`\`text\n${lines.toReversed().join('\n')}\n\`\`\``;
}

const isModule = (part: string) => part.startsWith(MODULES);

describe('the order of the server', () => {
  test('every module, and every folder below the modules, stands in it once', () => {
    const foldersIn = (path: string) =>
      readdirSync(join(workspaceRoot, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    const folders = foldersIn(SERVER).filter((name) => name !== 'modules' && name !== 'testing');
    const parts = [...folders, ...foldersIn(join(SERVER, MODULES)).map((name) => `${MODULES}${name}`)];
    expect(order.filter((part) => !part.endsWith('.ts')).sort()).toEqual(parts.sort());
  });

  test('a part imports only parts that stand below it', () => {
    const upwards = [...imports].flatMap(([part, others]) =>
      others.filter((other) => order.indexOf(other) > order.indexOf(part)).map((other) => `${part} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  test('its pictures in ARCHITECTURE.md are those of the sources', () => {
    const text = readFileSync(join(workspaceRoot, 'ARCHITECTURE.md'), 'utf8');
    expect(text).toContain(draw(isModule));
    expect(text).toContain(draw((part) => !isModule(part)));
  });
});
