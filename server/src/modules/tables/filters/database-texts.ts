/**
 * What the database makes of the texts of a question before a column store is asked: lowered values, words, the version of a
 * moment, the rows of a list. So both mean the same. All that is asked before the first answer came is one statement.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';

export interface DatabaseTexts {
  /** An expression's value as JSON has it; numbers of 64 bits have to be asked for as texts. */
  ask(expression: SQL): Promise<unknown>;
  /** The texts of an expression that is a list; those that are null are left out. */
  textsOf(expression: SQL): Promise<readonly string[]>;
}

interface Asked {
  readonly expression: SQL;
  readonly settle: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** Columns of one statement; the database takes at most 1,664. */
const AT_ONCE = 1000;

/** @param connection one that sees the newest version of what an account keeps about rows */
export function createDatabaseTexts(connection: Connection): DatabaseTexts {
  let waiting: Asked[] = [];

  async function askAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    for (let first = 0; first < asked.length; first += AT_ONCE) await answer(asked.slice(first, first + AT_ONCE));
  }

  async function answer(asked: readonly Asked[]): Promise<void> {
    const columns = asked.map(({ expression }, at) => sql`to_json(${expression}) as ${sql.identifier(`t${at}`)}`);
    try {
      const { rows } = await connection.execute(sql`select ${sql.join(columns, sql`, `)}`);
      for (const [at, { settle }] of asked.entries()) settle(rows[0]?.[`t${at}`]);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  function ask(expression: SQL): Promise<unknown> {
    // A condition is read in one go, so whatever it needs is asked for before this runs.
    if (waiting.length === 0) setImmediate(() => void askAll());
    return new Promise((settle, fail) => waiting.push({ expression, settle, fail }));
  }

  return {
    ask,
    async textsOf(expression) {
      const value = await ask(expression);
      return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
    },
  };
}
