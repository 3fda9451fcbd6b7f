import { expect, it } from 'vitest';
import { EXTENSION_VERSION } from '../testing/fake-browser.ts';
import { checkExtension } from './check-extension.ts';

it('tells the version of the manifest', async () => {
  expect(await checkExtension({})).toEqual({ ok: true, data: { installed: true, version: EXTENSION_VERSION } });
});
