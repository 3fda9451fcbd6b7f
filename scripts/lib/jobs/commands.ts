/** What `pnpm jobs` can do. */
import type { CommandSet } from '../run-command.ts';
import { againCommand } from './again-command.ts';
import { failedCommand } from './failed-command.ts';

const usage = `Work that the server does after an answer, such as sending mails. Works with and without a running server.

  pnpm jobs failed                  list what was given up: id, kind, time, tries and reason, tab-separated
  pnpm jobs again <id>…             do it again, with all tries; ids are those of the list
  pnpm jobs again all               do everything in the list again

  The settings are those of the server: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const jobCommands: CommandSet = { name: 'pnpm jobs', commands: { failed: failedCommand, again: againCommand }, usage };
