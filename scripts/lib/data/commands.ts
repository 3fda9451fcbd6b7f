/** What `pnpm data` can do. */
import type { CommandSet } from '../run-command.ts';
import { eraseCommand } from './erase-command.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { importsCommand } from './imports-command.ts';
import { sampleCommand } from './sample-command.ts';
import { suppressionsCommand } from './suppressions-command.ts';
import { undoCommand } from './undo-command.ts';
import { usage } from './usage.ts';

export const dataCommands: CommandSet = {
  name: 'pnpm data',
  commands: {
    import: importCommand,
    imports: importsCommand,
    undo: undoCommand,
    sample: sampleCommand,
    export: exportCommand,
    erase: eraseCommand,
    suppressions: suppressionsCommand,
  },
  usage,
};
