/** The subcommands of `pnpm accounts`. */
import type { Config } from '../../../server/src/config.ts';
import { readEmailAddress } from '../../../server/src/mail/email-address.ts';
import { createInvite, inviteLink } from '../../../server/src/modules/accounts/registration/invites.service.ts';
import { COMMAND_LINE } from '../../../server/src/modules/audit/operator-audit.service.ts';
import { withDatabase } from '../data/open-database.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import type { CommandSet } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';

const usage = `Accounts of this installation. Works with and without a running server.

  pnpm accounts invite [email]      print a link with which one person can register within seven days;
                                    with an email, only for that address

  The settings are those of the server: PUBLIC_URL, DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const accountCommands: CommandSet = { name: 'pnpm accounts', commands: { invite: inviteCommand }, usage };

/** Makes an invite and prints its link, alone on standard output. */
async function inviteCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { positionals } = readArguments(args, {});
  const [email = null, tooMany] = positionals;
  if (tooMany !== undefined) throw new UsageError(`"${tooMany}" is an unexpected argument`);
  if (email !== null && readEmailAddress(email) === null) throw new UsageError(`"${email}" is no email address`);
  const now = () => new Date();
  const { code } = await withDatabase(
    config,
    (database) => createInvite({ database, now }, COMMAND_LINE, { email, createdBy: null }),
    { command: 'pnpm accounts', errors },
  );
  output.write(`${inviteLink(config.publicUrl, code)}\n`);
  if (config.registration !== 'invite')
    errors.write(`leadloom: REGISTRATION is ${config.registration}, so registration needs no invite.\n`);
  return 0;
}
