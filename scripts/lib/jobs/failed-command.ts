/** `pnpm jobs failed`: lists the jobs that were given up. */
import type { Config } from '../../../server/src/config.ts';
import { withDatabase } from '../data/open-database.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import { listFailedWork } from './failed-work.ts';

export async function failedCommand(args: readonly string[], config: Config): Promise<number> {
  const [unexpected] = readArguments(args, {}).positionals;
  if (unexpected !== undefined) throw new UsageError(`"${unexpected}" is an unexpected argument`);
  const failed = await withDatabase(config, listFailedWork, { command: 'pnpm jobs' });
  for (const { id, kind, failedAt, tries, reason } of failed) {
    process.stdout.write(`${[id, kind, failedAt?.toISOString() ?? '', tries, reason].join('\t')}\n`);
  }
  if (failed.length === 0) process.stderr.write('leadloom: Nothing was given up.\n');
  return 0;
}
