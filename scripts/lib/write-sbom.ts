/**
 * The bill of materials of what is shipped, as CycloneDX: the packages that the server runs with, and those that the web app and
 * the extension are built from. pnpm lists them from the lockfile, without a network. What differs from run to run or from
 * one registry to another is left out, so that equal lockfiles give equal files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { root, run } from './run.ts';

export const SBOM = 'dist/sbom.json';
const SHIPPED = ['@leadloom/server', '@leadloom/web', '@leadloom/extension'];

const referenceSchema = z.looseObject({ type: z.string(), hashes: z.array(z.unknown()).optional() });
const componentSchema = z.looseObject({ 'bom-ref': z.string(), externalReferences: z.array(referenceSchema).optional() });
const dependencySchema = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() });
const sbomSchema = z.looseObject({
  metadata: z.looseObject({}),
  components: z.array(componentSchema),
  dependencies: z.array(dependencySchema),
});

/** @throws {Error} if pnpm cannot list the packages, with what it said */
export async function writeSbom(report: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'leadloom-sbom-'));
  try {
    const file = join(directory, 'sbom.json');
    const filters = SHIPPED.flatMap((name) => ['--filter', name]);
    const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--lockfile-only'];
    const [command, ...words] = packageManager();
    const { code, output } = await run(command, [...words, 'sbom', ...options, ...filters, '--out', file], { quiet: true });
    if (code !== 0) throw new Error(`The bill of materials could not be written.\n${output}`);
    const sbom = reproducible(readFileSync(file, 'utf8'));
    writeFileSync(join(root, SBOM), `${JSON.stringify(sbom, null, 2)}\n`);
    report(`bill of materials: ${sbom.components.length} packages in ${SBOM}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param text what pnpm wrote */
export function reproducible(text: string) {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = sbomSchema.parse(JSON.parse(text));
  const { timestamp: __, ...told } = metadata;
  return {
    ...rest,
    metadata: told,
    components: components.map(withOwnHashes).sort((one, other) => compare(one['bom-ref'], other['bom-ref'])),
    dependencies: dependencies
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: [...dependsOn].sort(compare) }))
      .sort((one, other) => compare(one.ref, other.ref)),
  };
}

/** The hash of its archive is the package's, wherever it was downloaded from. */
function withOwnHashes({ externalReferences = [], ...component }: z.infer<typeof componentSchema>) {
  const archive = externalReferences.find(({ type }) => type === 'distribution');
  const others = externalReferences.filter((reference) => reference !== archive);
  return {
    ...component,
    ...(archive?.hashes === undefined ? {} : { hashes: archive.hashes }),
    ...(others.length === 0 ? {} : { externalReferences: others }),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The one that runs this script, or else the one that npx brings. */
function packageManager(): readonly [string, ...string[]] {
  const path = process.env.npm_execpath ?? '';
  if (!/pnpm/.test(path)) return ['npx', '-y', 'pnpm@12'];
  return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
}
