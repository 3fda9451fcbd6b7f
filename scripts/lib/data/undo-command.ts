/** `pnpm data undo`: takes an import back. */
import type { Config } from '../../../server/src/config.ts';
import type { SecretRing } from '../../../server/src/crypto/secret-ring.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { BY_COMMAND, findImport, planUndoOf, undoImport } from '../../../server/src/modules/imports/log/import-log.service.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import type { UndoCounts } from '../../../shared/src/contract/imports.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { readArguments, UsageError } from './usage.ts';

export async function undoCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, { 'dry-run': { type: 'boolean', default: false } });
  const [id, extra] = positionals;
  if (id === undefined) throw new UsageError('name an import; "pnpm data imports" lists them');
  if (extra !== undefined) throw new UsageError(`"${extra}" is an unexpected argument`);
  await withDatabase(
    config,
    async (database) => undo(database, await openSecrets(config), { id, isDryRun: values['dry-run'], output }),
    { errors },
  );
  return 0;
}

async function undo(
  database: Database,
  secrets: SecretRing,
  { id, isDryRun, output }: { readonly id: string; readonly isDryRun: boolean; readonly output: Terminal['output'] },
): Promise<void> {
  const platform = { database, direct: database, now: () => new Date(), secrets };
  const { fileName } = await findImport(database, id);
  const plan = await planUndoOf(platform, id);
  output.write(skippedLines(plan).join(''));
  if (isDryRun) {
    output.write(`${fileName}: ${countRows(plan.deleted)} would be deleted, ${countRows(plan.restored)} restored\n`);
    output.write('This was a dry run; nothing was written.\n');
    return;
  }
  const done = await undoImport(platform, id, BY_COMMAND);
  output.write(`${fileName} is undone: ${countRows(done.deleted)} deleted, ${countRows(done.restored)} restored\n`);
}

/** The lines about rows that cannot be undone. */
function skippedLines({ changed_since: changed, deleted_since: deleted }: UndoCounts): readonly string[] {
  return [
    ...(changed > 0 ? [`${countRows(changed)} changed since the import and kept as they are\n`] : []),
    ...(deleted > 0 ? [`${countRows(deleted)} deleted since the import and not brought back\n`] : []),
  ];
}

function countRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
