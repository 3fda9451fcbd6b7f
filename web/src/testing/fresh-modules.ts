/**
 * Files share a worker, in which React and the components' library stay loaded, and with it a window. What is ours each
 * file has for itself: our modules, what they listen to on the window, the pauses they wait for, and the stored data.
 */
import * as React from 'react';
import { vi } from 'vitest';

/**
 * In development, React records where each element was created, for up to 10,000 elements a second. No test reads that,
 * and it takes a third of the processor time of these tests, so React is told that the 10,000 are used up.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null) throw new Error('React keeps its counters elsewhere now.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined, configurable: true });

/** React notes the times of every component for the profiler of a browser, if there is one to note them. */
Reflect.deleteProperty(console, 'timeStamp');

/** What is still to be ended, by what began it. */
const KEY = Symbol.for('leadloom.leftovers');
const shared: typeof globalThis & { [KEY]?: (() => void)[] } = globalThis;

if (shared[KEY] === undefined) {
  const leftovers: (() => void)[] = [];
  shared[KEY] = leftovers;
  const remembering = <Args extends unknown[], Begun>(
    begin: (...args: Args) => Begun,
    end: (begun: Begun, args: Args) => void,
  ): ((...args: Args) => Begun) =>
    new Proxy(begin, {
      apply: (target, self, args: Args) => {
        const begun = target.apply(self, args);
        leftovers.push(() => end(begun, args));
        return begun;
      },
    });
  const { clearInterval, clearTimeout, removeEventListener } = window;
  window.addEventListener = remembering(window.addEventListener, (_, args) => removeEventListener(...args));
  globalThis.setTimeout = remembering(globalThis.setTimeout, (timer) => clearTimeout(timer));
  globalThis.setInterval = remembering(globalThis.setInterval, (timer) => clearInterval(timer));
}
for (const end of shared[KEY].splice(0)) end();
Reflect.deleteProperty(globalThis, 'indexedDB');
vi.resetModules();
