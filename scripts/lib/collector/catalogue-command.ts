/** `pnpm collector catalogue`: prints the catalogue in use as a template, and checks an operator's own. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../server/src/config.ts';
import {
  CATALOGUE_FILE_NAME,
  createCatalogueSource,
  MAX_CATALOGUE_BYTES,
} from '../../../server/src/modules/linkedin/catalogue/catalogue.ts';
import { defaultCatalogue } from '../../../server/src/modules/linkedin/catalogue/default-catalogue.ts';
import type { Catalogue } from '../../../shared/src/linkedin/catalogue.ts';
import { filePath, readArguments, UsageError } from '../data/usage.ts';
import type { Terminal } from '../terminal.ts';
import { checkCatalogue } from './check-catalogue.ts';

export async function catalogueCommand(args: readonly string[], config: Config, terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, { check: { type: 'string' } });
  if (positionals[0] !== undefined) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const ownFile = join(config.dataDir, CATALOGUE_FILE_NAME);
  const warn = (message: string) => terminal.errors.write(`leadloom: ${message}\n`);
  const inForce = await createCatalogueSource(ownFile, warn).current();
  if (values.check !== undefined) return check({ name: values.check, path: filePath(values.check), ownFile, inForce }, terminal);
  terminal.output.write(`${JSON.stringify(inForce, null, 2)}\n`);
  return 0;
}

interface NamedFile {
  /** The name as it was typed. */
  readonly name: string;
  readonly path: string;
  readonly ownFile: string;
  readonly inForce: Catalogue;
}

/** @returns the exit code */
async function check({ name, path, ownFile, inForce }: NamedFile, { output, errors }: Terminal): Promise<number> {
  const { size } = await stat(path);
  if (size > MAX_CATALOGUE_BYTES) throw new UsageError(`${name} is larger than ${MAX_CATALOGUE_BYTES} bytes`);
  const checked = checkCatalogue(await readFile(path, 'utf8'));
  if (!checked.ok) {
    for (const { line, reason } of checked.faults) errors.write(`${name}:${line}: ${reason}\n`);
    return 1;
  }
  const { version, limits } = checked.catalogue;
  output.write(`${name} is a catalogue of version ${version}.\n`);
  if (limits !== undefined) output.write(`It allows ${describeLimits(limits)} in 24 hours.\n`);
  const isOther = inForce !== defaultCatalogue && path !== ownFile;
  if (isOther && version <= inForce.version)
    output.write(`Version ${inForce.version} is in use. Set a higher "version", or extensions keep the catalogue they have.\n`);
  return 0;
}

function describeLimits({ profiles, searchPages }: NonNullable<Catalogue['limits']>): string {
  const parts = [
    ...(profiles === undefined ? [] : [`${profiles} profiles`]),
    ...(searchPages === undefined ? [] : [`${searchPages} search pages`]),
  ];
  return parts.length === 0 ? 'what extensions allow' : parts.join(' and ');
}
