/** What `pnpm data` can do. */
import type { CommandSet } from '../run-command.ts';
import { usage } from './usage.ts';

export const dataCommands: CommandSet = {
  name: 'pnpm data',
  // Each loads what it needs when it is called: together they take a third longer to start.
  commands: {
    import: async (...given) => (await import('./import-command.ts')).importCommand(...given),
    imports: async (...given) => (await import('./imports-command.ts')).importsCommand(...given),
    undo: async (...given) => (await import('./undo-command.ts')).undoCommand(...given),
    sample: async (...given) => (await import('./sample-command.ts')).sampleCommand(...given),
    export: async (...given) => (await import('./export-command.ts')).exportCommand(...given),
    erase: async (...given) => (await import('./erase-command.ts')).eraseCommand(...given),
    where: async (...given) => (await import('./where-command.ts')).whereCommand(...given),
    suppressions: async (...given) => (await import('./suppressions-command.ts')).suppressionsCommand(...given),
  },
  usage,
};
