import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groups } from '../../web/chunk-groups.ts';
import { root } from './run.ts';

it('every group of files begins with modules that exist: one that is moved would silently leave its group', () => {
  const modules = Object.values(groups).flat();
  const isThere = (module: string): boolean =>
    existsSync(join(root, module)) || existsSync(join(root, 'web/node_modules', module)) || isOfMui(module);
  expect(modules.filter((module) => !isThere(module))).toEqual([]);
  expect(new Set(modules).size).toBe(modules.length);
});

/** What MUI builds on is no dependency of ours, so it is beside MUI. */
function isOfMui(module: string): boolean {
  return existsSync(join(realpathSync(join(root, 'web/node_modules/@mui/material')), '../..', module));
}
