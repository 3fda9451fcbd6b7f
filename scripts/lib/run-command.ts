/** Code shared by commands with subcommands, such as `pnpm data …` and `pnpm collector …`. */
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../server/src/config.ts';
import { AppError } from '../../server/src/http/app-error.ts';
import { classifyError } from '../../server/src/http/classify-error.ts';
import { StartError } from '../../server/src/process/start-error.ts';
import { type Command, UsageError } from './data/usage.ts';
import { root } from './run.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { watchLauncher } from './watch-launcher.ts';

export interface CommandSet {
  /** The command as it is typed: `pnpm data`. */
  readonly name: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly usage: string;
}

interface SingleCommand {
  readonly name: string;
  readonly command: Command;
  readonly usage: string;
}

/** The surroundings of a command in addition to its arguments. */
export interface CommandPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** Runs a command without subcommands; see `runCommand`. */
export function runSingleCommand({ name, command, usage }: SingleCommand): Promise<void> {
  return runToEnd((args, { environment, terminal }) =>
    explained(name, terminal, async () => {
      if (args.length === 0 || args.some((word) => ['help', '--help', '-h'].includes(word))) {
        terminal.output.write(`${usage}\n`);
        return args.length === 0 ? 1 : 0;
      }
      return command(args, readSettings(environment), terminal);
    }),
  );
}

/** Runs the command that the arguments name. The process ends with its exit code, or with 1 and one line on what failed. */
export function runCommand(set: CommandSet): Promise<void> {
  return runToEnd((args, place) => runCommandIn(set, args, place));
}

/** @returns the exit code */
export function runCommandIn(set: CommandSet, args: readonly string[], place: CommandPlace): Promise<number> {
  return explained(set.name, place.terminal, () => run(set, args, place));
}

async function runToEnd(work: (args: readonly string[], place: CommandPlace) => Promise<number>): Promise<void> {
  // Killing the launcher must end this process, too; otherwise it would continue unnoticed.
  watchLauncher(() => process.kill(process.pid, 'SIGTERM'));
  process.exitCode = await work(process.argv.slice(2), { environment: process.env, terminal: processTerminal });
}

async function explained(name: string, { errors }: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    errors.write(`leadloom: ${explainFailure(error, name)}\n`);
    return 1;
  }
}

async function run(
  { commands, usage }: CommandSet,
  [name = '', ...rest]: readonly string[],
  { environment, terminal }: CommandPlace,
): Promise<number> {
  if (name === '' || name === 'help' || rest.includes('--help') || name === '--help' || name === '-h') {
    terminal.output.write(`${usage}\n`);
    return name === '' ? 1 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = new Intl.ListFormat('en-GB').format(Object.keys(commands));
    throw new UsageError(`there is no command "${name}"; there are ${names}`);
  }
  return command(rest, readSettings(environment), terminal);
}

function readSettings(environment: CommandPlace['environment']): Config {
  return readConfig({ ...environment, DATA_DIR: environment.DATA_DIR || join(root, '.data') });
}

/**
 * The message of a failed command: one line if the user can act on it, otherwise the stack in our code.
 * @param command as it is typed, such as `pnpm data`
 */
function explainFailure(error: unknown, command: string): string {
  if (error instanceof UsageError) return `${error.message} (${command} --help)`;
  if (error instanceof StartError || error instanceof ConfigError || isOfFile(error)) return error.message;
  const { code, message } = classifyError(error);
  // The detail has columns and options as they are typed.
  if (code !== 'SERVER.INTERNAL') return error instanceof AppError ? (error.detail ?? message) : message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A file that cannot be read or written, or a full disk. */
function isOfFile(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === 'ENOSPC' || ('syscall' in error && 'path' in error && error.syscall !== 'connect');
}
