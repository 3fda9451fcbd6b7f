/**
 * The endpoint catalogue in force: an operator's file where there is a good one, else the built-in.
 * The file is looked at on every read and read again when it changed, so that new ids need no restart.
 * A file that is broken, too large or off the grammar is named in the log and not used.
 */
import { readFile, stat } from 'node:fs/promises';
import { type Catalogue, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { defaultCatalogue } from './default-catalogue.ts';

/** In DATA_DIR. */
export const CATALOGUE_FILE_NAME = 'linkedin-catalogue.json';
const MAX_FILE_BYTES = 256 * 1024;

export interface CatalogueSource {
  /** Never fails: the built-in catalogue is the answer of last resort. */
  current(): Promise<Catalogue>;
}

/** @param warn is told once for each version of the file that cannot be used */
export function createCatalogueSource(path: string, warn: (message: string) => void): CatalogueSource {
  let seenVersion: string | undefined;
  let inForce: Catalogue = defaultCatalogue;

  return {
    async current() {
      const version = await fileVersion(path);
      if (version === seenVersion) return inForce;
      const loaded = version === ABSENT ? defaultCatalogue : await loadCatalogue(path, warn);
      seenVersion = version;
      inForce = loaded;
      return loaded;
    },
  };
}

const ABSENT = 'absent';

/** Changes whenever the file is written or replaced. */
async function fileVersion(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs}:${size}:${ino}`;
  } catch (error) {
    return isMissing(error) ? ABSENT : 'unreadable';
  }
}

async function loadCatalogue(path: string, warn: (message: string) => void): Promise<Catalogue> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) throw new Error(`larger than ${MAX_FILE_BYTES} bytes`);
    const parsed = catalogueSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join('.') ?? 'file'}: ${issue?.message ?? 'not valid'}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not readable';
    warn(`${path} cannot be used (${reason}); the built-in LinkedIn endpoint catalogue is in force`);
    return defaultCatalogue;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
