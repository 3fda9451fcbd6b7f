/** `pnpm collector reparse`: kept answers, read by the parser of this version. */
import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../../server/src/http/workspace.ts';
import { readEmailAddress } from '../../../server/src/mail/email-address.ts';
import { createAccountsRepository } from '../../../server/src/modules/accounts/accounts.repository.ts';
import { type ReparseSummary, reparse } from '../../../server/src/modules/linkedin/raw-answers/reparse.service.ts';
import { PARSER_VERSION } from '../../../shared/src/linkedin/parse/parsed-profile.ts';
import { withDatabase } from '../data/open-database.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import type { Terminal } from '../terminal.ts';
import { createReparseProgress } from './reparse-progress.ts';

const options = {
  account: { type: 'string' },
  since: { type: 'string' },
  all: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export async function reparseCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  if (positionals[0] !== undefined) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const since = values.since === undefined ? null : readDay(values.since);
  const progress = createReparseProgress({ output: errors });
  const work = async (database: Database) => {
    const workspaceId = values.account === undefined ? null : await findAccount(database, values.account);
    return reparse(database, {
      workspaceId,
      since,
      isAll: values.all,
      isDryRun: values['dry-run'],
      now: () => new Date(),
      onProgress: progress.update,
    });
  };
  const summary = await withDatabase(config, work, { command: 'pnpm collector', errors }).finally(progress.end);
  output.write(linesOf(summary, { isAll: values.all, isDryRun: values['dry-run'] }));
  return 0;
}

/** @throws {UsageError} */
function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  // February 30th is read as a day of March.
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return day;
  throw new UsageError(`--since must be a day such as 2026-03-31; "${text}" is none`);
}

/** @throws {UsageError} */
async function findAccount(database: Database, text: string): Promise<WorkspaceId> {
  const email = readEmailAddress(text);
  const account = email === null ? null : await createAccountsRepository(database).findByEmail(email);
  if (account === null) throw new UsageError(`there is no account with the email "${text}"`);
  return personalWorkspaceOf(account.id);
}

function linesOf(
  { profiles, changed, fieldsChanged, unreadable }: ReparseSummary,
  { isAll, isDryRun }: { readonly isAll: boolean; readonly isDryRun: boolean },
): string {
  const counts: readonly (readonly [string, number])[] = [
    ['profiles read', profiles],
    ['profiles changed', changed],
    ['fields changed', fieldsChanged],
    ['answers unreadable', unreadable],
  ];
  const hint = profiles === 0 && !isAll ? 'All profiles are up to date. Use --all to read every stored answer again.' : null;
  const last = isDryRun ? 'This was a dry run; nothing was written.' : hint;
  const lines = [
    `stored answers, read by parser version ${PARSER_VERSION}`,
    ...counts.map(([name, value]) => `  ${name.padEnd(22)} ${value.toLocaleString('en')}`),
    ...(last === null ? [] : [last]),
  ];
  return `${lines.join('\n')}\n`;
}
