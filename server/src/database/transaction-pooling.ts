/**
 * Connections through a pooler that gives every transaction another session. Nothing may be left in a session, so time
 * limits are set in each transaction, statements outside of one are cancelled from here, and none is prepared by name.
 */
import pg from 'pg';
import { cancelQuery } from './cancel-query.ts';

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** Limit of one statement. */
  readonly statement: number;
  /** Limit of waiting for a lock. */
  readonly lock: number;
  /** Limit of a transaction in which nothing happens. */
  readonly idle: number;
}

/** Milliseconds for a cancelled statement to end, before its connection is closed. */
const GRACE = 3_000;
const BEGIN = /^\s*begin\b[^;]*/i;

/** Changes what `query` does on this connection; to be called before its first statement. */
export function adaptToTransactionPooling(client: pg.ClientBase, limits: TimeLimits): void {
  if (!(client instanceof pg.Client)) throw new Error('a connection of another driver');
  const send = client.query;
  const local = `set local statement_timeout = ${limits.statement}; set local lock_timeout = ${limits.lock}; set local idle_in_transaction_session_timeout = ${limits.idle}`;
  const query = (question: unknown, ...rest: unknown[]): unknown => {
    const asked = adaptStatement(question, (text) => text.replace(BEGIN, `$&; ${local}`));
    // Streams run in transactions, where the database itself keeps the limit.
    if (isSubmittable(question) || client.getTransactionStatus() !== 'I') return Reflect.apply(send, client, [asked, ...rest]);
    return sendWithin(limits.statement, client, (settled) => {
      const callback = rest.at(-1);
      if (typeof callback !== 'function') return Reflect.apply(send, client, [asked, ...rest]);
      const settle = (...answer: unknown[]) => {
        settled();
        Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(send, client, [asked, ...rest.slice(0, -1), settle]);
    });
  };
  Reflect.defineProperty(client, 'query', { value: query });
}

/** Cancels the statement if it has not settled in time, and closes the connection if even that does not end it. */
function sendWithin(milliseconds: number, client: pg.Client, submit: (settled: () => void) => unknown): unknown {
  let limit = setTimeout(() => {
    void cancelQuery(client);
    limit = setTimeout(() => client.connection.stream.destroy(), GRACE);
  }, milliseconds);
  const settled = () => clearTimeout(limit);
  const answer = submit(settled);
  if (answer instanceof Promise) void answer.then(settled, settled);
  return answer;
}

function adaptStatement(question: unknown, adapt: (text: string) => string): unknown {
  if (typeof question === 'string') return adapt(question);
  if (isSubmittable(question) || !hasText(question)) return question;
  return { ...question, text: adapt(question.text), name: undefined };
}

function hasText(question: unknown): question is { readonly text: string } {
  return typeof question === 'object' && question !== null && 'text' in question && typeof question.text === 'string';
}

/** A query that speaks with the connection by itself, such as COPY. */
function isSubmittable(question: unknown): boolean {
  return typeof question === 'object' && question !== null && 'submit' in question;
}
