/** The order of the server's modules, which `.dependency-cruiser.mjs` enforces, and its picture in ARCHITECTURE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readSources, workspaceRoot } from './source-files.ts';

const MODULES = 'server/src/modules';
const order = z.array(z.string()).parse(JSON.parse(readFileSync(join(workspaceRoot, 'server/module-order.json'), 'utf8')));
const IMPORT = /from '((?:\.\.?\/)[^']+)'/g;

/** The modules that each one imports, types included, in their order. */
function importsOfModules(): ReadonlyMap<string, readonly string[]> {
  const imported = new Map(order.map((name) => [name, new Set<string>()]));
  for (const { path, text } of readSources([MODULES], /(?<!\.test)\.ts$/)) {
    const [name = ''] = path.slice(MODULES.length + 1).split('/');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = join(path, '..', specifier);
      const [other = ''] = target.startsWith(`${MODULES}/`) ? target.slice(MODULES.length + 1).split('/') : [];
      if (other !== '' && other !== name) imported.get(name)?.add(other);
    }
  }
  return new Map([...imported].map(([name, names]) => [name, order.filter((other) => names.has(other))]));
}

/** One line a module, highest first, with the modules that it imports. */
function drawOrder(): string {
  const width = Math.max(...order.map((name) => name.length)) + 2;
  const lines = [...importsOfModules()].map(([name, names]) => `${name.padEnd(width)}${names.join(' ')}`.trimEnd());
  return lines.toReversed().join('\n');
}

describe('the order of modules', () => {
  test('every module stands in it once', () => {
    expect([...order].sort()).toEqual(readdirSync(join(workspaceRoot, MODULES)).sort());
  });

  test('a module imports only modules that stand below it', () => {
    const upwards = [...importsOfModules()].flatMap(([name, names]) =>
      names.filter((other) => order.indexOf(other) > order.indexOf(name)).map((other) => `${name} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  test('its picture in ARCHITECTURE.md is that of the sources', () => {
    expect(readFileSync(join(workspaceRoot, 'ARCHITECTURE.md'), 'utf8')).toContain(`\`\`\`text\n${drawOrder()}\n\`\`\``);
  });
});
