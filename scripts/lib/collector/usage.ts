/** What the collector's commands take. */
export const usage = `What the collector keeps. Works while the server runs, and while it does not.

  pnpm collector reparse            read kept answers of LinkedIn again, by the parser of this version
    --account <email>    of this account only
    --since <day>        only profiles collected on that day or later, such as 2026-03-31 (UTC)
    --all                also profiles this version has read already
    --dry-run            read and compare, write nothing

  pnpm collector catalogue          print the endpoint catalogue in force
    --check <file>       say whether a file would be accepted, and what is wrong with it in which line

  Settings are the server's own: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;
