/**
 * Decides whether a build is up to date: a hash over everything that goes into it, stored next to the output. Contents
 * count, not times, so a fresh checkout or a restored cache does not rebuild.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.ts';

const SKIPPED = new Set(['node_modules', 'dist', '.data', '.cache']);
/** Tests never reach a build. */
const TEST_FILE = /\.(test|test-d|spec)\.tsx?$/;

/** SHA-256 over the names and contents of files and folders (relative to the root), and over settings. */
export function hashInputs(paths: readonly string[], settings: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(settings).sort()) hash.update(`${name}=${value}\0`);
  for (const path of paths) {
    for (const file of filesBelow(path)) {
      hash.update(`${file}\0`);
      hash.update(readFileSync(join(root, file)));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !TEST_FILE.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]));
}

export function isUpToDate(output: string, stamp: string): boolean {
  const file = stampFile(output);
  return existsSync(join(root, output)) && existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

export function writeStamp(output: string, stamp: string): void {
  const file = stampFile(output);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

/** The stamp file lies next to the output, not in it: the output is served and packed. */
function stampFile(output: string): string {
  return join(root, 'dist', '.stamps', `${buildName(output)}.sha256`);
}

/** An output's name for files about it. */
export function buildName(output: string): string {
  return output.replaceAll(/[\\/]/g, '-');
}
