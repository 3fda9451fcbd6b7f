/** `pnpm data suppressions`: the list of whom nothing may bring back. It holds hashes alone, so nobody can be read from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Config } from '../../../server/src/config.ts';
import { countByKind, loadSaved, saveList } from '../../../server/src/modules/suppression/saved-suppressions.service.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { filePath, readArguments, UsageError } from './usage.ts';

export async function suppressionsCommand(
  args: readonly string[],
  config: Config,
  { output, errors }: Terminal,
): Promise<number> {
  const { values, positionals } = readArguments(args, { save: { type: 'string' }, load: { type: 'string' } });
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const { save, load } = values;
  if (save !== undefined && load !== undefined) throw new UsageError('give --save or --load');
  const saved = load === undefined ? null : read(load);
  await withDatabase(
    config,
    async (database) => {
      const secrets = await openSecrets(config);
      if (save !== undefined) {
        const { text, count } = await saveList(database, secrets);
        writeFileSync(filePath(save), text, { mode: 0o600, flag: 'wx' });
        output.write(`${count.toLocaleString('en')} hashes saved\n`);
      } else if (saved !== null) {
        const added = await loadSaved({ database, secrets, now: () => new Date() }, saved).catch((error: unknown) => {
          throw new UsageError(`--load: ${error instanceof Error ? error.message : String(error)}`);
        });
        output.write(`${added.toLocaleString('en')} hashes added. Now run: pnpm data erase --again\n`);
      } else {
        const kinds = await countByKind(database);
        for (const { kind, count } of kinds) output.write(`${kind.padEnd(15)}${count.toLocaleString('en').padStart(12)}\n`);
        if (kinds.length === 0) output.write('The suppression list is empty.\n');
      }
    },
    { errors },
  );
  return 0;
}

function read(file: string): string {
  try {
    return readFileSync(filePath(file), 'utf8');
  } catch {
    throw new UsageError(`--load: ${file} cannot be read`);
  }
}
