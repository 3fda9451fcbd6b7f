/** What `pnpm collector` can do. */
import type { CommandSet } from '../run-command.ts';
import { catalogueCommand } from './catalogue-command.ts';
import { reparseCommand } from './reparse-command.ts';
import { usage } from './usage.ts';

export const collectorCommands: CommandSet = {
  name: 'pnpm collector',
  commands: { reparse: reparseCommand, catalogue: catalogueCommand },
  usage,
};
