/** What `pnpm accounts` can do. */
import type { CommandSet } from '../run-command.ts';
import { inviteCommand } from './invite-command.ts';

const usage = `Accounts of this installation. Works while the server runs, and while it does not.

  pnpm accounts invite [email]      print a link by which one person can register within seven days; with an
                                    email, the person of that address alone

  Settings are the server's own: PUBLIC_URL, DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const accountCommands: CommandSet = { name: 'pnpm accounts', commands: { invite: inviteCommand }, usage };
