/** A real n8n from npm, in a folder that is kept between runs. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.ts';
import type { Step } from './steps.ts';

/** The newest of which all packages could be installed when the nodes were written. */
const VERSION = '2.41.1';

/**
 * Installs n8n, unless it is there. No script of a package is run: what they would compile or download, n8n does not need with
 * PostgreSQL.
 * @param folder that holds a folder for each version
 * @returns where n8n's packages are
 * @throws {Error} if npm fails, with what it said
 */
export async function installN8n(folder: string, report: (line: string) => void): Promise<string> {
  const installation = join(folder, VERSION);
  if (existsSync(installation)) {
    report(`n8n ${VERSION}: in ${installation}`);
    return installation;
  }
  report(`n8n ${VERSION}: installing, which takes minutes…`);
  const began = performance.now();
  const unfinished = `${installation}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
  const words = [
    'install',
    `n8n@${VERSION}`,
    '--save-exact',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
  ];
  const { code, output } = await run('npm', words, { cwd: unfinished, quiet: true });
  if (code !== 0) throw new Error(`n8n could not be installed.\n${output}`);
  renameSync(unfinished, installation);
  report(`n8n ${VERSION}: installed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return installation;
}

/** Checks the nodes against the types of n8n itself, in place of the few that the room declares. */
export function checkTypesWithN8n(installation: string): Step {
  const project = join(installation, 'leadloom-nodes.tsconfig.json');
  const room = join(root, 'integrations', 'n8n');
  const nodes = ['leadloom.node.ts', 'leadloom-trigger.node.ts', 'leadloom-api.credentials.ts'];
  const packages = join(installation, 'node_modules');
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(room, 'tsconfig.json'),
      compilerOptions: {
        paths: { 'n8n-workflow': [join(packages, 'n8n-workflow')] },
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      include: [],
      files: nodes.map((name) => join(room, 'src', name)),
    }),
  );
  return { name: 'types of n8n', command: 'tsc', args: ['-p', project] };
}
