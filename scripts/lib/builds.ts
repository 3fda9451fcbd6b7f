/** The build targets: the web app, the extension, the client and the nodes for n8n. The server runs from its sources. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import product from '../../package.json' with { type: 'json' };
import { withBuildLock } from './build-lock.ts';
import { buildName, hashInputs, isUpToDate, writeStamp } from './build-stamp.ts';
import { writePacked } from './pack-folder.ts';
import { root, run } from './run.ts';

export interface BuildTarget {
  readonly name: string;
  /** A path relative to the root. */
  readonly output: string;
  readonly inputs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A command that writes into the folder after `--outDir`; Vite's build, with the configuration of the environment, if absent. */
  readonly command?: readonly [name: string, ...words: string[]];
  /** The output as a zip file, relative to the root; none if absent. */
  readonly archive?: string;
}

const common = ['package.json', 'shared/src', 'shared/package.json', 'vite.config.ts', 'pnpm-lock.yaml', 'tsconfig.base.json'];

export const webBuild: BuildTarget = {
  name: 'web app',
  output: 'dist/web',
  inputs: ['web', ...common],
  environment: { LEADLOOM_TARGET: 'web' },
};

/** The package that other programs import to call the API. */
export const clientBuild: BuildTarget = {
  name: 'client',
  output: 'client/dist',
  inputs: ['client/src', 'client/package.json', 'client/tsconfig.build.json', 'tsconfig.base.json', 'pnpm-lock.yaml'],
  environment: {},
  command: ['tsc', '-p', 'client/tsconfig.build.json'],
};

/** The nodes for n8n, as the package that is installed there. */
export const n8nBuild: BuildTarget = {
  name: 'nodes for n8n',
  output: 'integrations/n8n/dist',
  inputs: ['integrations/n8n', 'client/src', 'web/public/icon.svg', ...common],
  environment: {},
  command: ['vite', 'build', '--config', 'integrations/n8n/vite.config.ts', '--logLevel', 'warn'],
};

/**
 * The extension answers exactly the origins it was built for, and knows their server by its key, so both are part of
 * the build: another address or another key is another extension.
 * @param serverKey as `deriveSigningKey` returns it; null builds one that learns the key of each address
 */
export function extensionBuild(publicUrl: string | undefined, serverKey: string | null): BuildTarget {
  return {
    name: 'extension',
    output: 'dist/extension',
    inputs: ['extension', 'manifest.config.ts', ...common],
    environment: {
      LEADLOOM_TARGET: 'extension',
      LEADLOOM_STORE: '',
      PUBLIC_URL: publicUrl ?? '',
      LEADLOOM_SERVER_KEY: serverKey ?? '',
      LEADLOOM_PACING: 'on',
      LEADLOOM_EXTENSION_OUT: 'dist/extension',
    },
    // The server offers it to people who set the collector up.
    archive: 'dist/extension.zip',
  };
}

/** The extension for journeys and benchmarks: no pauses between requests, a port of its own. Users never load it. */
export function unpacedExtensionBuild(publicUrl: string, serverKey: string): BuildTarget {
  const output = 'dist/extension-unpaced';
  return {
    name: 'extension without pauses',
    output,
    inputs: extensionBuild(publicUrl, serverKey).inputs,
    environment: {
      LEADLOOM_TARGET: 'extension',
      LEADLOOM_STORE: '',
      PUBLIC_URL: publicUrl,
      LEADLOOM_SERVER_KEY: serverKey,
      LEADLOOM_PACING: 'off',
      LEADLOOM_EXTENSION_OUT: output,
    },
  };
}

/** The same with the limits and pauses that people have, for pictures of them. */
export function pacedJourneyBuild(publicUrl: string, serverKey: string): BuildTarget {
  const unpaced = unpacedExtensionBuild(publicUrl, serverKey);
  const output = 'dist/extension-pictures';
  const environment = { ...unpaced.environment, LEADLOOM_PACING: 'on', LEADLOOM_EXTENSION_OUT: output };
  return { ...unpaced, name: 'extension for pictures', output, environment };
}

export const stores = ['chrome', 'firefox'] as const;
export type Store = (typeof stores)[number];

/** The package to submit to a store. It knows no server: people connect theirs and compare its key (record 0052). */
export function storeBuild(store: Store): BuildTarget & { readonly archive: string } {
  const output = `dist/extension-${store}`;
  return {
    name: `extension for ${store}`,
    output,
    inputs: extensionBuild(undefined, null).inputs,
    environment: {
      LEADLOOM_TARGET: 'extension',
      LEADLOOM_STORE: store,
      PUBLIC_URL: '',
      LEADLOOM_SERVER_KEY: '',
      LEADLOOM_PACING: 'on',
      LEADLOOM_EXTENSION_OUT: output,
    },
    archive: `dist/leadloom-${store}-${product.version}.zip`,
  };
}

/** The result of a build: `replaced` means that there was one before. */
export type BuildOutcome = 'up to date' | 'built' | 'replaced';

/**
 * Builds the target unless its inputs are unchanged. Builds of one target wait for each other, whichever process they are in.
 * The output is written to another folder and put in its place when it is whole, because a server may be serving the one before.
 * @throws when the build fails, with its output
 */
export function build(target: BuildTarget, report: (line: string) => void): Promise<BuildOutcome> {
  const onWait = () => report(`${target.name}: waiting for another start that builds it…`);
  return withBuildLock(buildName(target.output), onWait, () => buildAlone(target, report));
}

async function buildAlone(target: BuildTarget, report: (line: string) => void): Promise<BuildOutcome> {
  const stamp = hashInputs(target.inputs, target.environment);
  if (isUpToDate(target.output, stamp)) {
    pack(target);
    report(`${target.name}: up to date`);
    return 'up to date';
  }
  const wasThere = existsSync(join(root, target.output));
  const began = performance.now();
  report(`${target.name}: building…`);
  // Remains of a killed build are removed, too.
  const building = join(root, 'dist', '.building', buildName(target.output));
  rmSync(building, { recursive: true, force: true });
  const [command, ...words] = target.command ?? ['vite', 'build', '--logLevel', 'warn'];
  const options = { environment: target.environment, quiet: true };
  const { code, output } = await run(command, [...words, '--outDir', join(building, 'new')], options);
  if (code !== 0) {
    rmSync(building, { recursive: true, force: true });
    throw new Error(`The ${target.name} could not be built.\n${output}`);
  }
  putInPlace(join(root, target.output), building);
  pack(target);
  writeStamp(target.output, stamp);
  report(`${target.name}: built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return wasThere ? 'replaced' : 'built';
}

/** @param building a folder with the new output in `new`; it is removed */
function putInPlace(output: string, building: string): void {
  mkdirSync(dirname(output), { recursive: true });
  if (existsSync(output)) renameSync(output, join(building, 'old'));
  renameSync(join(building, 'new'), output);
  rmSync(building, { recursive: true, force: true });
}

function pack({ output, archive }: BuildTarget): void {
  if (archive !== undefined) writePacked(join(root, output), join(root, archive));
}
