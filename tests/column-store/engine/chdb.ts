/**
 * ClickHouse inside this process (package chdb), one session a statement: sessions of one folder share its tables, while settings
 * and parameters are the session's own. The package is not of the workspace; `scripts/lib/test-engine.ts` installs it.
 *
 * Known limits: a scalar subquery is computed while the statement is planned, which holds up this process; `KILL QUERY … SYNC`
 * never returns, so it is asked for without `SYNC`; and an aborted statement runs on in the engine unless it is killed, which
 * finds it by a remark in front of its text.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pLimit from 'p-limit';

/** What is used of the package. */
interface Session {
  query(text: string): string;
  queryAsync(text: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  queryStream(text: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>;
  close(): void;
}

interface Package {
  readonly Session: new (folder: string, options: { connectionArgs: readonly string[] }) => Session;
  version(): { readonly libchdb: string };
}

export interface ChdbStatement {
  readonly id: string;
  readonly text: string;
  readonly database: string | null;
  /** Values as they stand in an address, escaped as in tab-separated files. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  /** Where the statement names none. */
  readonly format: string;
}

export interface Chdb {
  readonly version: string;
  /** The answer in parts. @throws with the engine's words, `Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)` */
  run(statement: ChdbStatement): AsyncIterable<Uint8Array>;
  /** Ends the statement, if it runs, and resolves when it has ended. */
  kill(id: string): Promise<void>;
}

/** Half of the threads that Node has for such calls, see UV_THREADPOOL_SIZE where the process is started. */
const AT_ONCE = 16;
/** Of the values that one statement sets; the engine reads at most 256 KiB. */
const MAX_SET_CHARACTERS = 50_000;
const RETURNS_ROWS = /^\s*(?:\(\s*)*(?:select|with|explain|describe|desc)\b/i;
const REMARKS = /^(?:\s|\/\*[\s\S]*?\*\/|--[^\n]*\n)*/;

/** @param home the folder in whose `node_modules` the package is @param engineArguments as `clickhouse local` takes them */
export function openChdb(home: string, folder: string, engineArguments: readonly string[]): Chdb {
  const load = createRequire(join(home, 'package.json'));
  const { Session, version }: Package = load('chdb');
  const open = () => new Session(folder, { connectionArgs: engineArguments });
  // The folder stays open as long as one session is.
  const control = open();
  const running = new Map<string, Promise<void>>();
  const turns = pLimit(AT_ONCE);

  async function* answer({ text, database, parameters, settings, format, id }: ChdbStatement): AsyncIterable<Uint8Array> {
    const session = open();
    try {
      if (database !== null) session.query(`use ${quoteName(database)}`);
      const set = [...[...parameters].map(([name, value]) => [`param_${name}`, value] as const), ...settings];
      for (const values of inStatements(set.map(([name, value]) => `${quoteName(name)} = ${quoteText(value)}`)))
        session.query(`set ${values.join(', ')}`);
      const marked = `/* ${id} */ ${text}`;
      if (RETURNS_ROWS.test(text.replace(REMARKS, ''))) {
        for await (const chunk of session.queryStream(marked, { format })) yield chunk.raw();
      } else {
        yield (await session.queryAsync(marked, { format })).bytes();
      }
    } finally {
      session.close();
    }
  }

  return {
    version: version().libchdb.replaceAll('"', ''),
    run: async function* (statement) {
      const started = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const turn = turns(() => {
        started.resolve();
        return ended.promise;
      });
      running.set(statement.id, turn);
      try {
        await started.promise;
        yield* answer(statement);
      } finally {
        running.delete(statement.id);
        ended.resolve();
      }
    },
    kill: async (id) => {
      const ending = running.get(id);
      if (ending === undefined) return;
      await control.queryAsync(`kill query where startsWith(query, ${quoteText(`/* ${id} */`)})`, { format: 'Null' });
      await ending;
    },
  };
}

/** As few statements as the limit of their text allows; a value that is longer has one of its own. */
function inStatements(values: readonly string[]): readonly (readonly string[])[] {
  const statements: string[][] = [];
  let left = 0;
  for (const value of values) {
    const last = statements.at(-1);
    if (last !== undefined && value.length <= left) last.push(value);
    else {
      statements.push([value]);
      left = MAX_SET_CHARACTERS;
    }
    left -= value.length;
  }
  return statements;
}

function quoteName(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
