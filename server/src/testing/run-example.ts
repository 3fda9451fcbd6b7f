/** Runs a program of the documentation as its reader would: saved as a file, with the key in the environment. */
import { type ChildProcessByStdio, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ApiExample,
  type ExampleLanguage,
  exampleLanguages,
  KEY_VARIABLE,
} from '@leadloom/shared/reference/examples/example';
import { z } from 'zod';

const runSchema = z.object({ hasSucceeded: z.boolean(), output: z.string(), errors: z.string() });

export type ExampleRun = Readonly<z.infer<typeof runSchema>>;

/** The program of each language; TypeScript is run by the very Node this test runs on. */
const programs: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', typescript: process.execPath, python: findPython() };
const endings: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', typescript: 'mts', python: 'py' };

const canRun = (program: string, ...words: readonly string[]) => spawnSync(program, words).status === 0;
const isInstalled: Readonly<Record<ExampleLanguage, () => boolean>> = {
  curl: () => canRun('sh', '-c', 'curl --version'),
  typescript: () => true,
  python: () => canRun('python3', '--version'),
};

/** Finds the program itself: on some machines, `python3` is a script that first finds out which one to run. */
function findPython(): string {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return (status === 0 && stdout.trim()) || 'python3';
}

/** The languages whose programs this machine can run. */
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
  const file = await save(example, language, folder);
  return new Promise((resolve) => {
    execFile(programs[language], [file], { env: environmentOf(key), cwd: folder }, (error, output, errors) =>
      resolve({ hasSucceeded: error === null, output, errors }),
    );
  });
}

export interface ExampleHosts {
  /** The same as `runExample`, one example of a language after another. */
  readonly run: typeof runExample;
  end(): Promise<void>;
}

type HostProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Hosts for many examples: all examples of a language run in one process, because starting it takes longer than running
 * one.
 */
export function createExampleHosts(): ExampleHosts {
  const hosts = new Map<ExampleLanguage, Host>();
  return {
    run: async (example, language, folder, key) => {
      const args = hostArguments[language];
      if (args === null) return runExample(example, language, folder, key);
      const host = hosts.get(language) ?? startHost(programs[language], args);
      hosts.set(language, host);
      return host.run({ file: await save(example, language, folder), folder, environment: environmentOf(key) });
    },
    end: async () => {
      await Promise.all([...hosts.values()].map((host) => host.end()));
    },
  };
}

/** Examples share the modules they import, and nothing else. An error ends the example as it would end the program. */
const pythonHost = `
import contextlib, io, json, os, runpy, sys, traceback
for line in sys.stdin:
    order = json.loads(line)
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    output, errors, has_succeeded = io.StringIO(), io.StringIO(), True
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            runpy.run_path(order["file"], run_name="__main__")
        except SystemExit as end:
            has_succeeded = end.code in (None, 0)
            if isinstance(end.code, str): print(end.code, file=sys.stderr)
        except BaseException:
            has_succeeded = False
            traceback.print_exc()
    print(json.dumps({"hasSucceeded": has_succeeded, "output": output.getvalue(), "errors": errors.getvalue()}), flush=True)
`;

/** Arguments of each language's host; null: none is needed, because a shell starts quickly. */
const hostArguments: Readonly<Record<ExampleLanguage, readonly string[] | null>> = {
  curl: null,
  typescript: [fileURLToPath(new URL('example-host.ts', import.meta.url))],
  python: ['-c', pythonHost],
};

interface Order {
  readonly file: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Host {
  run(order: Order): Promise<ExampleRun>;
  end(): Promise<void>;
}

function startHost(program: string, args: readonly string[]): Host {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const host: HostProcess = spawn(program, args, { env: { PATH, HOME, NODE_COMPILE_CACHE }, stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(host, 'close');
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const errors: string[] = [];
  host.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
  // The end of the process also ends its output, which reports it.
  host.stdin.on('error', () => undefined);
  return {
    run: async (order) => {
      host.stdin.write(`${JSON.stringify(order)}\n`);
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`the process of the examples ended: ${errors.join('')}`);
      return runSchema.parse(JSON.parse(value));
    },
    end: async () => {
      host.stdin.end();
      await closed;
    },
  };
}

async function save(example: ApiExample, language: ExampleLanguage, folder: string): Promise<string> {
  const file = join(folder, `${example.name}.${endings[language]}`);
  await writeFile(file, example.code[language]);
  return file;
}

function environmentOf(key: string): Order['environment'] {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, [KEY_VARIABLE]: key };
}
