/** The subcommands of `pnpm data`. */
import type { Config } from '../../../server/src/config.ts';
import { movedDatabase } from '../../../server/src/embedded/database-home.ts';
import type { CommandSet } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { readArguments, UsageError, usage } from './usage.ts';

export const dataCommands: CommandSet = {
  name: 'pnpm data',
  // Each subcommand loads its modules when it is called: together they take a third longer to start. `where` needs few.
  commands: {
    import: async (...given) => (await import('./import-command.ts')).importCommand(...given),
    imports: async (...given) => (await import('./imports-command.ts')).importsCommand(...given),
    undo: async (...given) => (await import('./undo-command.ts')).undoCommand(...given),
    sample: async (...given) => (await import('./sample-command.ts')).sampleCommand(...given),
    export: async (...given) => (await import('./export-command.ts')).exportCommand(...given),
    erase: async (...given) => (await import('./erase-command.ts')).eraseCommand(...given),
    sources: async (...given) => (await import('./source-command.ts')).sourcesCommand(...given),
    source: async (...given) => (await import('./source-command.ts')).sourceCommand(...given),
    'column-store': async (...given) => (await import('./column-store-command.ts')).columnStoreCommand(...given),
    where: whereCommand,
    suppressions: async (...given) => (await import('./suppressions-command.ts')).suppressionsCommand(...given),
  },
  usage,
};

/** Prints all places that hold something of the installation, one a line, to copy or to delete them. */
async function whereCommand(args: readonly string[], config: Config, { output }: Terminal): Promise<number> {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const moved = await movedDatabase(config.dataDir);
  const places = [config.dataDir, moved, config.databaseUrl === null ? null : describeDatabase(config.databaseUrl)];
  for (const place of places) if (place !== null) output.write(`${place}\n`);
  return 0;
}

/** The address without user and password. */
function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
