/**
 * The bytes that must arrive before the app works: the JavaScript of the sign-in page, and the script that the extension
 * adds to every page of the app, both compressed with gzip, from the finished builds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KILOBYTE = 1000;
const LOGIN_GOAL = 190 * KILOBYTE;
const BRIDGE_GOAL = 8 * KILOBYTE;

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** One file of the app's build: its name, and the files that the browser loads with it. */
interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

export async function benchSizes(): Promise<void> {
  const login = loginScripts().reduce((sum, file) => sum + gzippedSize(join(built, 'web', file)), 0);
  report('JavaScript for /app/login', login, LOGIN_GOAL);
  report('bridge', gzippedSize(join(built, 'extension/src/entrypoints/bridge.iife.js')), BRIDGE_GOAL);
}

function report(name: string, bytes: number, goal: number): void {
  console.log(`sizes: ${name} ${(bytes / KILOBYTE).toFixed(1)} kB gzipped (goal at most ${goal / KILOBYTE} kB)`);
  if (bytes > goal) process.exitCode = 1;
}

/** Every script that the browser has loaded when the sign-in form is shown. */
function loginScripts(): readonly string[] {
  const manifest: Manifest = JSON.parse(readBuilt(join(built, 'web/.vite/manifest.json')).toString('utf8'));
  const files = new Set<string>();
  const visit = (name: string): void => {
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`the build of the web app has no ${name}`);
    if (files.has(entry.file)) return;
    files.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const name of ['index.html', 'src/app/layouts/public-layout.tsx', 'src/features/sign-in/sign-in-form.tsx']) visit(name);
  return [...files];
}

function gzippedSize(path: string): number {
  return gzipSync(readBuilt(path), { level: 9 }).length;
}

function readBuilt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${path} is missing: run the build first`, { cause });
  }
}
