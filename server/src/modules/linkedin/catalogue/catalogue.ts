/**
 * The active endpoint catalogue: the operator's file if it is valid, else the built-in one. The file is checked on every
 * read and loaded again when it changed, so that new ids need no restart. A file that is broken, too large or outside the
 * grammar is logged and not used. The previous catalogue stays active, so that a typo removes no limit the operator set.
 */
import { readFile, stat } from 'node:fs/promises';
import { type Catalogue, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { defaultCatalogue } from './default-catalogue.ts';

/** A file in DATA_DIR. */
export const CATALOGUE_FILE_NAME = 'linkedin-catalogue.json';
export const MAX_CATALOGUE_BYTES = 256 * 1024;

export interface CatalogueSource {
  /** The same object until the catalogue changes. Never fails: the built-in catalogue is the fallback. */
  current(): Promise<Catalogue>;
}

/** @param warn is called once for each file that is invalid, or that changed without a higher version */
export function createCatalogueSource(path: string, warn: (message: string) => void): CatalogueSource {
  let seenVersion: string | undefined;
  let inForce: Catalogue = defaultCatalogue;

  async function read(): Promise<Catalogue> {
    try {
      const loaded = await loadCatalogue(path);
      if (inForce !== defaultCatalogue && loaded.version <= inForce.version && JSON.stringify(loaded) !== JSON.stringify(inForce))
        warn(
          `${path} changed, but its "version" is not higher than ${inForce.version}; extensions may keep using the previous catalogue`,
        );
      return loaded;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not readable';
      const stays = inForce === defaultCatalogue ? 'the built-in LinkedIn endpoint catalogue' : 'the previous version';
      warn(`${path} cannot be used (${reason}); using ${stays}`);
      return inForce;
    }
  }

  return {
    async current() {
      const version = await fileVersion(path);
      if (version === seenVersion) return inForce;
      const loaded = version === ABSENT ? defaultCatalogue : await read();
      seenVersion = version;
      inForce = loaded;
      return loaded;
    },
  };
}

const ABSENT = 'absent';

/** Changes when the file is written or replaced. */
async function fileVersion(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs}:${size}:${ino}`;
  } catch (error) {
    return isMissing(error) ? ABSENT : 'unreadable';
  }
}

/** @throws {Error} with the reason why the file cannot be used */
async function loadCatalogue(path: string): Promise<Catalogue> {
  const { size } = await stat(path);
  if (size > MAX_CATALOGUE_BYTES) throw new Error(`larger than ${MAX_CATALOGUE_BYTES} bytes`);
  const parsed = catalogueSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${issue?.path.join('.') ?? 'file'}: ${issue?.message ?? 'not valid'}`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
