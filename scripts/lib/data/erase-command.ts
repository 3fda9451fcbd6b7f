/** `pnpm data erase`: removes a person from everything, or everybody on the suppression list once more. */

import { lastWaiting } from '../../../server/src/column-store/erasures.repository.ts';
import type { Config } from '../../../server/src/config.ts';
import { eraseSuppressedAgain } from '../../../server/src/modules/erasure/carry-out.service.ts';
import { type EraseOrder, eraseNow } from '../../../server/src/modules/erasure/erase-now.service.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import type { ErasureTouches } from '../../../shared/src/contract/erasures.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { readArguments, UsageError } from './usage.ts';

const WAITING =
  'The column store still has to remove it: a running server sees to that. `pnpm data column-store status` shows it.\n';

const options = {
  email: { type: 'string' },
  profile: { type: 'string' },
  name: { type: 'string' },
  domain: { type: 'string' },
  include: { type: 'string', multiple: true },
  'leave-out': { type: 'string', multiple: true },
  again: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export async function eraseCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { email, profile, name, domain, again, include, 'leave-out': leaveOut, 'dry-run': isDryRun } = values;
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const isNamed = [email, profile, name, domain, include, leaveOut].some((text) => text !== undefined);
  if (again && (isNamed || isDryRun)) throw new UsageError('--again erases everybody on the list; give no other option');
  if (!again && email === undefined && profile === undefined && (name === undefined || domain === undefined))
    throw new UsageError('name somebody: --email, --profile, or --name together with --domain');
  await withDatabase(
    config,
    async (database) => {
      const platform = { config, database, secrets: await openSecrets(config), now: () => new Date(), mailQueue: null };
      const sayWaiting = async () => {
        if (config.columnStore !== null && (await lastWaiting(database)) !== null) output.write(WAITING);
      };
      if (again) {
        const removed = await eraseSuppressedAgain(platform);
        output.write(`${countOf(removed, 'place')} held somebody who was erased; they are removed\n`);
        await sayWaiting();
        return;
      }
      const order: EraseOrder = { email, profile_url: profile, name, domain };
      const touches = await eraseNow(platform, order, { isDryRun, choice: { include, leave_out: leaveOut } });
      output.write(linesOf(touches, isDryRun).join(''));
      if (!isDryRun) await sayWaiting();
    },
    { errors },
  );
  return 0;
}

function linesOf({ tables, profiles, entries, names, claims = [] }: ErasureTouches, isDryRun: boolean): readonly string[] {
  return [
    ...(names.length > 1 ? [`found under several names: ${names.join('; ')}\n`] : []),
    ...tables.map(
      ({ table, deleted, blanked }) =>
        `  ${table}: ${countOf(deleted, 'row')} deleted, ${blanked.toLocaleString('en')} blanked\n`,
    ),
    `  collected: ${countOf(profiles, 'profile')}, ${entries.toLocaleString('en')} in lists\n`,
    ...claims.map(
      ({ key, accounts, followed }) =>
        `  ${followed ? 'included' : 'left out'}: ${key}, which only ${countOf(accounts, 'account')} ${accounts === 1 ? 'says' : 'say'}\n`,
    ),
    isDryRun ? 'This was a dry run; nothing was removed.\n' : 'The person is removed, and kept from coming back.\n',
  ];
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
