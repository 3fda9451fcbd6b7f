/** Stored values, not validated: the reader of a key parses it. `session` ends with the browser, `local` stays. */
import browser from 'webextension-polyfill';

export type StorageArea = 'local' | 'session';

export async function readStored(area: StorageArea, keys: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  return browser.storage[area].get([...keys]);
}

export async function storedKeys(area: StorageArea): Promise<string[]> {
  const storage = browser.storage[area];
  // Browsers before 130 have no other way than to read everything.
  return typeof storage.getKeys === 'function' ? storage.getKeys() : Object.keys(await storage.get(null));
}

/** Resolves once the values are stored. */
export async function writeStored(area: StorageArea, values: Readonly<Record<string, unknown>>): Promise<void> {
  await browser.storage[area].set(values);
}

export async function removeStored(area: StorageArea, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await browser.storage[area].remove([...keys]);
}

/** Tells which keys changed, in either area. */
export function onStoredChange(listener: (keys: readonly string[]) => void): void {
  browser.storage.onChanged.addListener((changes) => listener(Object.keys(changes)));
}
