/** The workspace's own source files, as the conventions see them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const workspaceRoot = join(import.meta.dirname, '..', '..', '..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'migrations', 'test-results', 'playwright-report']);

export interface SourceFile {
  /** Relative to the workspace root. */
  readonly path: string;
  readonly text: string;
}

/** Every file below the folders whose path matches, read. */
export function readSources(folders: readonly string[], pattern: RegExp): SourceFile[] {
  return folders
    .flatMap((folder) => listFiles(join(workspaceRoot, folder)))
    .map((file) => relative(workspaceRoot, file))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
