/** `pnpm jobs again`: runs given-up jobs again. A running server does this at once; otherwise the next start. */
import type { Config } from '../../../server/src/config.ts';
import { withDatabase } from '../data/open-database.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import { doAgain, listFailedWork } from './failed-work.ts';

export async function againCommand(args: readonly string[], config: Config): Promise<number> {
  const { positionals } = readArguments(args, {});
  if (positionals.length === 0) throw new UsageError('name what is to be done again: ids of "pnpm jobs failed", or all');
  return withDatabase(
    config,
    async (database) => {
      const isAll = positionals.length === 1 && positionals[0] === 'all';
      const ids = isAll ? (await listFailedWork(database)).map(({ id }) => id) : positionals;
      let missing = 0;
      for (const id of ids) {
        if (await doAgain(database, id)) continue;
        missing += 1;
        process.stderr.write(`leadloom: "${id}" was not given up\n`);
      }
      process.stdout.write(`${ids.length - missing}\n`);
      return missing > 0 ? 1 : 0;
    },
    { command: 'pnpm jobs' },
  );
}
