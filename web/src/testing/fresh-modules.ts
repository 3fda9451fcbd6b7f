/**
 * Files share a worker, in which React and the components' library stay loaded, and with it a window. What is ours each
 * file has for itself: our modules, what they listen to on the window, the pauses they wait for, and the stored data.
 */
import { vi } from 'vitest';

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
