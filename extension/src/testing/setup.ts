/** Before every test file, and so before the polyfill is imported. */
import { beforeEach } from 'vitest';
import { installFakeBrowser, resetFakeBrowser } from './fake-browser.ts';

installFakeBrowser();
beforeEach(() => resetFakeBrowser());
