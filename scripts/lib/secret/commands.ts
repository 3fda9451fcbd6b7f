/** The subcommands of `pnpm secret`. */
import type { Config } from '../../../server/src/config.ts';
import { rotateSecrets } from '../../../server/src/process/secrets-file.ts';
import { StartError } from '../../../server/src/process/start-error.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import type { CommandSet } from '../run-command.ts';

const usage = `The secrets that sign sessions and encrypt authenticators and mails. Works with and without a running server.

  pnpm secret rotate    put a new secret in front of those in DATA_DIR/secrets, for the next start

  The settings are those of the server, see docs/operator-guide.md.`;

export const secretCommands: CommandSet = { name: 'pnpm secret', commands: { rotate: rotateCommand }, usage };

/** Adds a new secret before those in DATA_DIR. It never prints one. */
async function rotateCommand(args: readonly string[], { dataDir, secrets }: Config): Promise<number> {
  const [unexpected] = readArguments(args, {}).positionals;
  if (unexpected !== undefined) throw new UsageError(`"${unexpected}" is an unexpected argument`);
  if (secrets !== null) {
    throw new StartError('SECRETS: is set, so the secrets are not in DATA_DIR; put a new one in front of it yourself.');
  }
  const count = await rotateSecrets(dataDir);
  process.stdout.write(`DATA_DIR/secrets now holds ${count} secrets. The new one is in force at the next start.\n`);
  return 0;
}
