import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorRows } from '@leadloom/shared/contract/errors';
import { endpointRows } from '@leadloom/shared/contract/rows';
import { describe, expect, it } from 'vitest';
import { readSources, workspaceRoot } from './source-files.ts';

const contract = readSources(['shared/src/contract'], /\.ts$/);
const routes = readSources(['server/src/modules'], /\.routes\.ts$/);
const accessTests = readSources(['server/src/modules'], /\.access\.test\.ts$/);
const names = Object.entries(endpointRows);

describe('every endpoint row', () => {
  it('is listed in rows.ts', () => {
    const declared = contract.flatMap((file) =>
      [...file.text.matchAll(/export const (\w+) = endpoint\(/g)].map((match) => match[1]),
    );
    expect([...declared].sort()).toEqual(names.map(([name]) => name).sort());
  });

  it.each(names)('%s has a handler', (name) => {
    const served = routes.some((file) => new RegExp(`serveEndpoint\\(\\s*\\w+,\\s*(?:\\w+\\.)?${name},`).test(file.text));
    expect(served, `no serveEndpoint(app, ${name}, …) in any routes file`).toBe(true);
  });

  it.each(names)('%s has an access test', (name) => {
    expect(
      accessTests.some((file) => new RegExp(`\\b${name}\\b`).test(file.text)),
      `no access test names ${name}`,
    ).toBe(true);
  });

  it.each(names)('%s has a path and method of its own', (_, row) => {
    expect(names.filter(([, other]) => other.method === row.method && other.path === row.path)).toHaveLength(1);
  });
});

describe('error codes', () => {
  it('never answer 422 or 402', () => {
    const statuses = Object.values(errorRows).map((row): number => row.status);
    expect(statuses).not.toContain(422);
    expect(statuses).not.toContain(402);
  });

  it('are all used', () => {
    const server = readSources(['server/src', 'shared/src/contract'], /\.ts$/).filter(
      (file) => !/contract\/errors\.ts$|\.test\.ts$/.test(file.path),
    );
    const unused = Object.keys(errorRows).filter((code) => !server.some((file) => file.text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });
});

describe('settings', () => {
  it('are all in the operator guide', () => {
    const config = readFileSync(join(workspaceRoot, 'server/src/config.ts'), 'utf8');
    const guide = readFileSync(join(workspaceRoot, 'docs/operator-guide.md'), 'utf8');
    const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
    expect(settings.length).toBeGreaterThan(8);
    expect(settings.filter((setting) => !guide.includes(`\`${setting}\``))).toEqual([]);
  });
});

describe('deviations', () => {
  it('name files that exist', () => {
    const page = readFileSync(join(workspaceRoot, 'docs/deviations.md'), 'utf8');
    const paths = [...page.matchAll(/`((?:shared|web|extension|server)\/[\w./-]+\.tsx?)/g)].map((match) => match[1] ?? '');
    expect(paths.length).toBeGreaterThan(5);
    const missing = paths.filter((path) =>
      readSources([path.slice(0, path.indexOf('/'))], /./).every((file) => file.path !== path),
    );
    expect(missing).toEqual([]);
  });
});
