/**
 * The browser's extension API for tests: sinon-chrome's stubs, with storage, cookies and permissions
 * that behave. What newer browsers add beyond the stubs (session storage, scripting) is put in here.
 */
import sinonChrome from 'sinon-chrome';

export const EXTENSION_ID = 'abcdefghijklmnopabcdefghijklmnop';
export const EXTENSION_VERSION = '0.2.0';

type Values = Record<string, unknown>;
type Callback<Value> = (value?: Value) => void;

interface RegisteredScript {
  readonly id: string;
  readonly js: readonly string[];
  readonly matches: readonly string[];
}

/** What a test may set and look at. */
export interface FakeBrowser {
  readonly local: Map<string, unknown>;
  readonly session: Map<string, unknown>;
  readonly cookies: Map<string, string>;
  /**
   * The domains of the cookies, by name; a cookie that is not in it has `.www.linkedin.com`. A domain without a dot in front
   * is one host.
   */
  readonly cookieDomains: Map<string, string>;
  /** Match patterns of sites the user lets the extension reach. */
  readonly access: Set<string>;
  readonly scripts: RegisteredScript[];
  /** Tabs a script was run in. */
  readonly ranInTabs: number[];
}

const state: FakeBrowser = {
  local: new Map(),
  session: new Map(),
  cookies: new Map(),
  cookieDomains: new Map(),
  access: new Set(),
  scripts: [],
  ranInTabs: [],
};

export const fakeBrowser: FakeBrowser = state;

/** Puts everything back: signed in to LinkedIn, access granted, nothing stored. */
export function resetFakeBrowser(): void {
  sinonChrome.reset();
  state.local.clear();
  state.session.clear();
  state.cookies.clear();
  state.cookieDomains.clear();
  state.cookies.set('li_at', 'AQEDcanary').set('JSESSIONID', '"ajax:1234567890"');
  state.access.clear();
  state.access.add('https://www.linkedin.com/*');
  state.scripts.length = 0;
  state.ranInTabs.length = 0;
  installBehaviour();
}

function installBehaviour(): void {
  sinonChrome.runtime.getManifest.returns({
    manifest_version: 3,
    name: 'Leadloom',
    version: EXTENSION_VERSION,
    content_scripts: [{ js: ['bridge.js'], matches: [] }],
  });
  sinonChrome.runtime.getPlatformInfo.callsFake((answer: Callback<unknown>) => answer({ os: 'linux' }));
  const local = areaOf(state.local);
  sinonChrome.storage.local.get.callsFake((keys: unknown, answer: Callback<Values>) => answer(local.get(keys)));
  sinonChrome.storage.local.set.callsFake((values: Values, answer: Callback<void>) => {
    local.set(values);
    answer();
    sinonChrome.storage.onChanged.dispatch(Object.fromEntries(Object.keys(values).map((key) => [key, {}])), 'local');
  });
  sinonChrome.storage.local.remove.callsFake((keys: readonly string[], answer: Callback<void>) => {
    local.remove(keys);
    answer();
  });
  sinonChrome.cookies.get.callsFake(({ url, name }: { url: string; name: string }, answer: Callback<unknown>) => {
    if (!state.access.has('https://www.linkedin.com/*')) {
      Object.assign(sinonChrome.runtime, { lastError: { message: 'No host permissions for cookies at url.' } });
      answer();
      Object.assign(sinonChrome.runtime, { lastError: null });
      return;
    }
    const value = state.cookies.get(name);
    const domain = state.cookieDomains.get(name) ?? '.www.linkedin.com';
    answer(value === undefined || !isSentTo(new URL(url).hostname, domain) ? null : { name, value, domain });
  });
  sinonChrome.permissions.contains.callsFake(({ origins }: { origins: readonly string[] }, answer: Callback<boolean>) =>
    answer(origins.every((origin) => state.access.has(origin))),
  );
  sinonChrome.permissions.getAll.callsFake((answer: Callback<unknown>) =>
    answer({ origins: [...state.access], permissions: [] }),
  );
  sinonChrome.permissions.remove.callsFake(({ origins }: { origins: readonly string[] }, answer: Callback<boolean>) => {
    for (const origin of origins) state.access.delete(origin);
    answer(true);
  });
  sinonChrome.tabs.query.callsFake((_: unknown, answer: Callback<unknown>) => answer([{ id: 7 }, { id: 8 }]));
}

function isSentTo(host: string, domain: string): boolean {
  return host === domain || (domain.startsWith('.') && `.${host}`.endsWith(domain));
}

/** Makes every access take turns of the event loop until the end of the test, as it does between processes. */
export function makeStorageSlow(): void {
  const local = areaOf(state.local);
  const later = (answer: () => void) => setTimeout(answer, 1);
  sinonChrome.storage.local.get.callsFake((keys: unknown, answer: Callback<Values>) => later(() => answer(local.get(keys))));
  sinonChrome.storage.local.set.callsFake((values: Values, answer: Callback<void>) =>
    later(() => {
      local.set(values);
      answer();
    }),
  );
}

/** Makes the browser a Firefox for the rest of the test file, because the polyfill remembers what it has found. */
export function makeFirefox(): void {
  Object.assign(sinonChrome.runtime, { getBrowserInfo: async () => ({ name: 'Firefox', vendor: 'Mozilla' }) });
}

/** Leaves no built-in page in the manifest, as Firefox reports that of a package for a store. */
export function removeBuiltInPages(): void {
  const manifest = { manifest_version: 3, name: 'Leadloom', version: EXTENSION_VERSION, content_scripts: null };
  sinonChrome.runtime.getManifest.returns(manifest);
}

/** The parts sinon-chrome does not know; these answer with promises, as the browser does. */
export function installFakeBrowser(): void {
  const session = areaOf(state.session);
  Object.assign(sinonChrome.runtime, { id: EXTENSION_ID });
  Reflect.deleteProperty(sinonChrome.runtime, 'getBrowserInfo');
  Object.assign(sinonChrome.storage, {
    session: {
      get: async (keys: unknown) => session.get(keys),
      set: async (values: Values) => session.set(values),
      remove: async (keys: readonly string[]) => session.remove(keys),
    },
  });
  Object.assign(sinonChrome, {
    scripting: {
      getRegisteredContentScripts: async () => [...state.scripts],
      registerContentScripts: async (scripts: readonly RegisteredScript[]) => {
        if (scripts.some(({ id }) => state.scripts.some((script) => script.id === id))) throw new Error('Duplicate script ID');
        state.scripts.push(...scripts);
      },
      unregisterContentScripts: async ({ ids }: { ids: readonly string[] }) => {
        for (const id of ids)
          state.scripts.splice(
            state.scripts.findIndex((script) => script.id === id),
            1,
          );
      },
      executeScript: async ({ target }: { target: { tabId: number } }) => {
        state.ranInTabs.push(target.tabId);
      },
    },
  });
  Object.assign(globalThis, { chrome: sinonChrome });
  resetFakeBrowser();
}

/** Values are copied in and out, as through the browser's process. */
function areaOf(values: Map<string, unknown>) {
  return {
    get(keys: unknown): Values {
      const requested = Array.isArray(keys) ? keys : [...values.keys()];
      return structuredClone(Object.fromEntries(requested.filter((key) => values.has(key)).map((key) => [key, values.get(key)])));
    },
    set(added: Values): void {
      for (const [key, value] of Object.entries(added)) values.set(key, structuredClone(value));
    },
    remove(keys: readonly string[]): void {
      for (const key of keys) values.delete(key);
    },
  };
}
