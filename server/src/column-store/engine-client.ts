/**
 * The engine's HTTP interface, as ClickHouse documents it. All of it that is spoken here: statements with parameters, rows as
 * JSON in answers and as PostgreSQL copies them in inserts, limits of time and memory, errors also in the middle of an answer, and
 * the end of a statement whose caller has gone.
 */
import type { EngineCell } from './column-store.ts';

/** A statement in the engine's dialect with its parameters, `{p1:String}`. */
export interface EngineStatement {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface EngineLimits {
  /** The statement is ended after this time. */
  readonly seconds?: number;
  readonly megabytes?: number;
  /** Whether no row that is read is patched, so that the index of words alone may say which rows have them. */
  readonly isUnpatched?: boolean;
  /** Ends the statement, also in the engine. */
  readonly signal?: AbortSignal;
}

export interface EngineClient {
  /** @throws {ColumnStoreFailed} */
  rows(statement: EngineStatement, limits?: EngineLimits): Promise<readonly (readonly EngineCell[])[]>;
  /** @throws {ColumnStoreFailed} also in the middle */
  stream(statement: EngineStatement, limits?: EngineLimits): AsyncIterable<readonly (readonly EngineCell[])[]>;
  /** A statement without an answer, such as DDL. @throws {ColumnStoreFailed} */
  run(statement: EngineStatement, limits?: EngineLimits): Promise<void>;
  /**
   * Stores rows, all or none.
   * @param rows as PostgreSQL's COPY writes them: values between tabs, in the order of the columns
   * @throws {ColumnStoreFailed}
   */
  insert(table: string, columns: readonly string[], rows: AsyncIterable<Uint8Array>, limits?: EngineLimits): Promise<void>;
  close(): Promise<void>;
}
