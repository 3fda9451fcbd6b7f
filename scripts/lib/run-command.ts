/** Shared by commands with subcommands, such as `pnpm data …` and `pnpm collector …`. */
import { join } from 'node:path';
import { type Config, readConfig } from '../../server/src/config.ts';
import { type Command, UsageError } from './data/usage.ts';
import { explainFailure } from './explain-failure.ts';
import { root } from './run.ts';
import { watchLauncher } from './watch-launcher.ts';

export interface CommandSet {
  /** As it is typed: `pnpm data`. */
  readonly name: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly usage: string;
}

interface SingleCommand {
  readonly name: string;
  readonly command: Command;
  readonly usage: string;
}

/** Runs a command without subcommands; see `runCommand`. */
export function runSingleCommand({ name, command, usage }: SingleCommand): Promise<void> {
  return runToEnd(name, async (args) => {
    if (args.length === 0 || args.some((word) => ['help', '--help', '-h'].includes(word))) {
      console.log(usage);
      return args.length === 0 ? 1 : 0;
    }
    return command(args, readSettings());
  });
}

/** Runs the command that the arguments name. The process ends with its exit code, or with 1 and one line on what failed. */
export function runCommand(set: CommandSet): Promise<void> {
  return runToEnd(set.name, (args) => run(set, args));
}

async function runToEnd(name: string, work: (args: readonly string[]) => Promise<number>): Promise<void> {
  // Killing the command means all of it; otherwise it would continue unnoticed.
  watchLauncher(() => process.kill(process.pid, 'SIGTERM'));
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    console.error(`leadloom: ${explainFailure(error, name)}`);
    process.exitCode = 1;
  }
}

async function run({ commands, usage }: CommandSet, [name = '', ...rest]: readonly string[]): Promise<number> {
  if (name === '' || name === 'help' || rest.includes('--help') || name === '--help' || name === '-h') {
    console.log(usage);
    return name === '' ? 1 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = new Intl.ListFormat('en-GB').format(Object.keys(commands));
    throw new UsageError(`there is no command "${name}"; there are ${names}`);
  }
  return command(rest, readSettings());
}

function readSettings(): Config {
  process.env.DATA_DIR ||= join(root, '.data');
  return readConfig(process.env);
}
