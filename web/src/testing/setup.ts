/** Gives every test a clean browser, and has no tolerance for unexpected requests, console errors or overlays without a name. */
import nodeConsole from 'node:console';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadPartsEarly } from '../components/lazy-part.tsx';
import { dismissAllSnackbars } from '../lib/snackbar/snackbar-store.ts';
import { watchOverlayNames } from './named-overlays.ts';
import { apiServer } from './server.ts';
import './simulated-browser.ts';

// The simulated browser reports every failed request here, as browsers do; the app's own reports go to `console`.
nodeConsole.error = () => undefined;

// The first story of a file loads the pages it shows.
configure({ asyncUtilTimeout: 5000 });

loadPartsEarly();

/** The turns of the event loop from a request to its handler. */
const TURNS_OF_A_REQUEST = 5;

const problems: string[] = [];
let stopWatching = (): void => undefined;

function recordProblem(kind: string) {
  return (...parts: readonly unknown[]): void => {
    problems.push(`${kind}: ${parts.map(String).join(' ')}`);
  };
}

beforeAll(() => {
  // The failed request is reported through console.error, which is where this test then fails.
  void apiServer.enable();
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(recordProblem('console.error'));
  vi.spyOn(console, 'warn').mockImplementation(recordProblem('console.warn'));
  stopWatching = watchOverlayNames(document.body, recordProblem('accessibility'));
});

afterEach(async () => {
  stopWatching();
  cleanup();
  vi.useRealTimers();
  // The last effects of the screen may still ask for something, which is answered as this test said.
  for (let turn = 0; turn < TURNS_OF_A_REQUEST; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  apiServer.resetHandlers();
  dismissAllSnackbars();
  const { session } = await import('../lib/session/session.ts');
  session.end();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});

afterAll(() => {
  void apiServer.disable();
});
