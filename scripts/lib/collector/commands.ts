/** The subcommands of `pnpm collector`. */
import type { CommandSet } from '../run-command.ts';
import { catalogueCommand } from './catalogue-command.ts';
import { reparseCommand } from './reparse-command.ts';

const usage = `What the collector keeps. Works with and without a running server.

  pnpm collector reparse            read the stored LinkedIn answers again with the current parser
    --account <email>    of this account only
    --since <day>        only profiles collected on that day or later, such as 2026-03-31 (UTC)
    --all                include profiles that this version has already read
    --dry-run            read and compare only, write nothing

  pnpm collector catalogue          print the endpoint catalogue in use
    --check <file>       check whether a file is valid, and list its errors by line

  The settings are those of the server: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const collectorCommands: CommandSet = {
  name: 'pnpm collector',
  commands: { reparse: reparseCommand, catalogue: catalogueCommand },
  usage,
};
