/** The extension as it is packed: built as users get it, into a folder of its own, and read back. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runVite } from './run-vite.ts';

/** The files by their paths inside the package, with slashes. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

/** @param folder absolute; it is emptied first @param store for which the package is; empty for the one of a server */
export async function buildExtension(folder: string, publicUrl = '', serverKey = '', store = ''): Promise<PackageFiles> {
  await runVite({
    LEADLOOM_TARGET: 'extension',
    LEADLOOM_STORE: store,
    PUBLIC_URL: publicUrl,
    LEADLOOM_SERVER_KEY: serverKey,
    LEADLOOM_PACING: 'on',
    LEADLOOM_EXTENSION_OUT: folder,
  });
  return readPackage(folder);
}

export async function readPackage(folder: string): Promise<PackageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => [relative(folder, path).replaceAll('\\', '/'), await readFile(path)] as const),
  );
  return new Map(files);
}

/** SHA-256 over names and contents. */
export function hashPackage(files: PackageFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** What the package's code must not contain, and why a reader would look for it. */
export const forbiddenCode: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['code from text', /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(|\bset(?:Timeout|Interval)\s*\(\s*["'`]/],
  ['HTML from text', /\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc/],
  ['code from elsewhere', /\bimportScripts\b|\bimport\s*\(\s*["'`]?(?:https?:|\/\/|data:|blob:)|createElement\(\s*["'`]script/],
  [
    'other ways to the network',
    /\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b|\bWebTransport\b|\bRTCPeerConnection\b/,
  ],
  ['messages from outside', /onMessageExternal\.addListener|onConnectExternal\.addListener|\.onConnect\.addListener/],
  ['powers it does not need', /chrome\.(?:debugger|webRequest|history|downloads|proxy|nativeMessaging|management)\b/],
  ['query ids, which are data', /\bvoyager\w+\.[0-9a-f]{32}\b/],
  ['a path of the machine it was built on', /\/node_modules\/|\bfile:\/\/|\/home\/|\/Users\/|sourceMappingURL/],
];

/** Every address written in the package's text files. */
export function addressesIn(files: PackageFiles): readonly string[] {
  const texts = [...files]
    .filter(([path]) => /\.(?:js|html|css|json)$/.test(path))
    .map(([, content]) => content.toString('utf8'));
  return [...new Set(texts.flatMap((text) => text.match(/\b(?:https?|wss?):\/\/[A-Za-z0-9*][^\s"'`\\;,)<]*/g) ?? []))].toSorted();
}
