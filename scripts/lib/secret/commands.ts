/** What `pnpm secret` can do. */
import type { CommandSet } from '../run-command.ts';
import { rotateCommand } from './rotate-command.ts';

const usage = `The secrets that sign sessions and encrypt authenticators and mails. Works with and without a running server.

  pnpm secret rotate    put a new secret in front of those in DATA_DIR/secrets, for the next start

  The settings are those of the server, see docs/operator-guide.md.`;

export const secretCommands: CommandSet = { name: 'pnpm secret', commands: { rotate: rotateCommand }, usage };
