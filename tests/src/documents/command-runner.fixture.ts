/**
 * Runs the commands of documents in the process of the test: starting a process for each costs several times its work. That
 * the scripts start as processes, and what they do with signals and standard input, has tests of its own beside them.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { accountCommands } from '../../../scripts/lib/accounts/commands.ts';
import { collectorCommands } from '../../../scripts/lib/collector/commands.ts';
import { dataCommands } from '../../../scripts/lib/data/commands.ts';
import type { CommandSet } from '../../../scripts/lib/run-command.ts';
import { runInProcess } from '../../../scripts/lib/testing/run-in-process.ts';

const sets: Readonly<Record<string, CommandSet>> = {
  data: dataCommands,
  collector: collectorCommands,
  accounts: accountCommands,
};

interface CommandRunner {
  /**
   * `socket` in it takes a working directory, a script and its arguments, each ended by a NUL, and answers with the exit code;
   * `output` and `errors` are then what the command printed.
   */
  readonly folder: string;
  stop(): Promise<void>;
}

/** @param environment of the commands */
export async function startCommandRunner(environment: Readonly<Record<string, string>>): Promise<CommandRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-commands-'));

  async function run(order: string): Promise<number | null> {
    const [directory = '', script = '', ...args] = order.split('\0').slice(0, -1);
    const set = sets[script];
    if (set === undefined) throw new Error(`no commands of ${script}`);
    const before = process.cwd();
    process.chdir(directory);
    try {
      const { code, output, errors } = await runInProcess(set, args, environment);
      await writeFile(join(folder, 'output'), output);
      await writeFile(join(folder, 'errors'), errors);
      return code;
    } finally {
      process.chdir(before);
    }
  }

  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => run(body.toString()))
      .then(
        (code) => response.end(String(code)),
        (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
      );
  });
  await once(server.listen(join(folder, 'socket')), 'listening');
  return {
    folder,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
