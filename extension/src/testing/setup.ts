/** This runs before every test file, and so before the polyfill is imported. */
import { afterEach, beforeEach } from 'vitest';
import { installFakeBrowser, resetFakeBrowser } from './fake-browser.ts';
import { settle } from './manual-clock.ts';

installFakeBrowser();
beforeEach(() => resetFakeBrowser());
// What a test leaves behind must not be written into the next one's storage.
afterEach(() => settle());
