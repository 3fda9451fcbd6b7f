/** `pnpm data where`: all places that hold something of the installation, one a line, to copy or to delete them. */
import type { Config } from '../../../server/src/config.ts';
import { movedDatabase } from '../../../server/src/database/embedded/database-home.ts';
import type { Terminal } from '../terminal.ts';
import { readArguments, UsageError } from './usage.ts';

export async function whereCommand(args: readonly string[], config: Config, { output }: Terminal): Promise<number> {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const moved = await movedDatabase(config.dataDir);
  const places = [config.dataDir, moved, config.databaseUrl === null ? null : describeDatabase(config.databaseUrl)];
  for (const place of places) if (place !== null) output.write(`${place}\n`);
  return 0;
}

/** Without user and password. */
function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
