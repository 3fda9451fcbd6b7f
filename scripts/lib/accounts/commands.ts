/** What `pnpm accounts` can do. */
import type { CommandSet } from '../run-command.ts';
import { inviteCommand } from './invite-command.ts';

const usage = `Accounts of this installation. Works with and without a running server.

  pnpm accounts invite [email]      print a link with which one person can register within seven days;
                                    with an email, only for that address

  The settings are those of the server: PUBLIC_URL, DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const accountCommands: CommandSet = { name: 'pnpm accounts', commands: { invite: inviteCommand }, usage };
