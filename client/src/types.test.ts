import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeFiles } from '../generate/type-files.ts';
import { typeText } from '../generate/type-text.ts';

const folder = join(import.meta.dirname, 'types');

describe('the types of the client', () => {
  it('the types are those of the contract; `pnpm --dir client types` writes them', () => {
    const files = typeFiles();
    expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  });

  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { type: ['number', 'null'] } }, 'readonly (number | null)[]'],
    [{ type: 'string', enum: ["it's", 'b'] }, "'it\\'s' | 'b'"],
    [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, "'a' | AnyText"],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ const: true }, 'true'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Readonly<Record<string, boolean>>'],
    [{}, 'unknown'],
  ] as const)('read %j as %s', (schema, text) => {
    expect(typeText(JSON.parse(JSON.stringify(schema)))).toBe(text);
  });
});
