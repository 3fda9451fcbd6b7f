/** The arguments of the data commands, and their errors. */
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../../../server/src/config.ts';
import { type TableName, tableNames } from '../../../shared/src/tables/tables.ts';
import type { Terminal } from '../terminal.ts';

/** @returns the exit code */
export type Command = (args: readonly string[], config: Config, terminal: Terminal) => Promise<number>;

/** The command line is wrong. The message is one line without a full stop. */
export class UsageError extends Error {}

export const usage = `Rows in and out of the data tables. Works with and without a running server.

  pnpm data import <table> <file>   load a CSV, JSON or Excel (.xlsx) file, plain, gzip or ZIP;
                                    "-" is standard input
                                    (reddit-posts and tiktok-videos also accept API responses)
    --dry-run            read and compare only, write nothing
    --strict             load nothing unless every row is valid
    --max-rejects <n>    load nothing when more than n rows are refused
    --rejects <file>     file for refused rows, to mend and load again
                         (default: <file>.rejects.csv or <file>.rejects.jsonl); rows that describe the same
                         as a later row are in <file>.folded.csv, with that row
    --mapping <file>     JSON object of headers and columns, null for "do not read"; or the object itself
    --no-header          the first line is a row; the columns are named 1, 2 and so on
    --header-line <n>    the line of the header (default: the line that names most columns)
    --keep-known         blank cells keep the known value instead of clearing it
    --blank-unreadable=no   refuse rows with optional cells that cannot be read
                         (default: such cells are left blank and reported)
    --date-order <order> mdy, dmy or ymd: how dates such as 3/4/2024 are read
                         (default: as the other dates of their column show)
    --source <name>      stored with each row (default: the file's name)
    --format <form>      csv or jsonl (default: by name and content)
    --encoding <name>    such as utf-8, utf-16le or windows-1252 (default: detected)
    --sheet <name>       of a workbook (default: the first that holds a table)
    --entry <name>       of an archive of several files: the one to load

  pnpm data imports                 list the imports, the newest first
    --limit <n>          at most so many (default: 100)

  pnpm data undo <id>               undo an import of the last 30 days: rows that it added are deleted, rows that
                                    it changed are as before; rows that were changed since stay as they are
    --dry-run            say what would be done, change nothing

  pnpm data export <table> [file]   write a table as CSV, or as a workbook if the file ends with .xlsx (default: standard
                                    output)
    --format <csv|xlsx>  the format, whatever the file is called
    --filter <key=value> as in the address of the table, such as country=Germany,France; may be repeated

  pnpm data sample                  fill all tables with marked sample rows
    --rows <n>           in each table (default: 1000)
    --seed <n>           the same number creates the same rows (default: 1)

  pnpm data erase                   remove a person from everything, and keep them from coming back
    --email <email>      whom: by email, by a profile, or by a name with the employer's domain
    --profile <address>
    --name <name> --domain <domain>
    --dry-run            say what would be removed, change nothing
    --include <key>      believe what only accounts say, by a key that --dry-run prints; may be repeated
    --leave-out <key>    do not believe it; may be repeated
    --again              instead: remove everybody who is on the suppression list, as after restoring an older backup

  pnpm data suppressions            say how many hashes the suppression list holds
    --save <file>        write the list, to load it after restoring an older backup
    --load <file>        add a saved list of this installation

  pnpm data sources                 list the open sources that the server fetches itself, with the state of each

  pnpm data source <id> on          switch a source on: the server runs it, now and whenever it is due
  pnpm data source <id> off         switch it off; its rows stay
  pnpm data source <id> run         run it now and wait for the end, on or off
    --confirm            load a full file that has fewer than 90 % of the rows of the last one
    --from-start         read everything again
  pnpm data source <id> try         fetch one small thing, show what was read, and store nothing
  pnpm data source job-boards boards <file or addresses…>
                                    add job boards by their addresses; a file has one a line

  pnpm data column-store status     say which version of each table its copy in the column store has
  pnpm data column-store rebuild <table>
                                    have a running server build the copy of a table anew
  pnpm data column-store check <table>
                                    compare count and sums of all columns with the table, at one version

  pnpm data where                   name the folders that hold all data; without them, nothing of it is left

  Tables: ${tableNames.join(', ')}
  The settings are those of the server: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

/** @throws {UsageError} for options that do not exist or lack their value */
export function readArguments<const Options extends ParseArgsConfig['options']>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    throw new UsageError(line);
  }
}

/** Scripts of package.json that take file names. */
const fileScripts: ReadonlySet<string> = new Set(['data', 'collector', 'backup', 'restore']);

/** A file name relative to the directory in which the command was typed, which may differ from the package manager's. */
export function filePath(file: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: typedIn = '.' } = process.env;
  return resolve(script !== undefined && fileScripts.has(script) ? typedIn : '.', file);
}

/** @throws {UsageError} */
export function readTable(name: string | undefined): TableName {
  if (name === undefined) throw new UsageError('name a table');
  const found = tableNames.find((table) => table === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no table "${name}"; there are ${tableNames.join(', ')}`);
}

/** @throws {UsageError} */
export function readWholeNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (/^\d{1,12}$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}`);
}
