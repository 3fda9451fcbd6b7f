/** Runs a program of the documentation as its reader would: saved as a file, with the key in the environment. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ApiExample,
  type ExampleLanguage,
  exampleLanguages,
  KEY_VARIABLE,
} from '@leadloom/shared/reference/examples/example';

export interface ExampleRun {
  readonly hasSucceeded: boolean;
  readonly output: string;
  readonly errors: string;
}

/** What runs each language; TypeScript is run by the very Node this test runs on. */
const programs: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', typescript: process.execPath, python: findPython() };
const endings: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', typescript: 'mts', python: 'py' };

const canRun = (program: string, ...words: readonly string[]) => spawnSync(program, words).status === 0;
const isInstalled: Readonly<Record<ExampleLanguage, () => boolean>> = {
  curl: () => canRun('sh', '-c', 'curl --version'),
  typescript: () => true,
  python: () => canRun('python3', '--version'),
};

/** Itself: on some machines, `python3` is a script that first finds out which one to run. */
function findPython(): string {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return (status === 0 && stdout.trim()) || 'python3';
}

/** Those whose programs this machine can run. */
export function installedLanguages(): readonly ExampleLanguage[] {
  return exampleLanguages.filter((language) => isInstalled[language]());
}

/** @param folder where the program is saved, and runs */
export async function runExample(
  example: ApiExample,
  language: ExampleLanguage,
  folder: string,
  key: string,
): Promise<ExampleRun> {
  const file = join(folder, `${example.name}.${endings[language]}`);
  await writeFile(file, example.code[language]);
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const environment = { PATH, HOME, NODE_COMPILE_CACHE, [KEY_VARIABLE]: key };
  return new Promise((resolve) => {
    execFile(programs[language], [file], { env: environment, cwd: folder }, (error, output, errors) =>
      resolve({ hasSucceeded: error === null, output, errors }),
    );
  });
}
