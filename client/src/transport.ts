/**
 * One call. The key goes in a header, never in the address and never to another host; what may pass by itself is tried
 * again, as often and as long as the caller allows. A call that changes something is repeated only where the server refused it
 * before it did anything: after a lost connection, nobody knows whether it was done.
 */
import { type ApiError, ConnectionError, readApiError } from './api-error.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface CallOptions {
  /** Cancels the call and its retries. */
  readonly signal?: AbortSignal | undefined;
}

export interface TransportOptions {
  readonly origin: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly retries: number;
  readonly maxWaitSeconds: number;
}

export type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Sent {
  readonly method: 'GET' | ChangingMethod;
  readonly accept: string;
  /** JSON; null: none. */
  readonly body: string | null;
  /** Whether it may be sent again after a lost connection. */
  readonly isReading: boolean;
}

export interface Transport {
  /** @throws {ApiError} @throws {ConnectionError} */
  readonly json: <Answer>(path: string, query: Query, options: CallOptions) => Promise<Answer>;
  /** The same with a body, for a call that reads. */
  readonly post: <Answer>(path: string, body: object, options: CallOptions) => Promise<Answer>;
  /** A call that changes something. Its answer is undefined where it has no body. */
  readonly change: <Answer>(method: ChangingMethod, path: string, body: object | null, options: CallOptions) => Promise<Answer>;
  /** The bytes of a file, as a stream. */
  readonly stream: (path: string, query: Query, options: CallOptions) => Promise<ReadableStream<Uint8Array>>;
}

const FIRST_PAUSE_SECONDS = 0.5;
const JSON_CALL = { accept: 'application/json', isReading: true } as const;
const NO_CONTENT = 204;
/** The media types of files with rows. */
const FILES = 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function createTransport({ origin, apiKey, fetch, retries, maxWaitSeconds }: TransportOptions): Transport {
  const base = new URL('/api/v1', origin);

  async function attempt(address: string, { method, accept, body }: Sent, signal: AbortSignal | undefined) {
    try {
      const sent = body === null ? {} : { 'content-type': 'application/json' };
      const response = await fetch(address, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, accept, ...sent },
        body,
        credentials: 'omit',
        redirect: 'error',
        signal: signal ?? null,
      });
      return response.ok ? response : await readApiError(response);
    } catch (cause) {
      signal?.throwIfAborted();
      return new ConnectionError(cause);
    }
  }

  /** @throws whatever the last attempt ended with */
  async function send(address: string, sent: Sent, { signal }: CallOptions): Promise<Response> {
    for (let tried = 1; ; tried += 1) {
      const outcome = await attempt(address, sent, signal);
      if (outcome instanceof Response) return outcome;
      const wait = pauseBefore(outcome, tried);
      if (outcome instanceof ConnectionError && !sent.isReading) throw outcome;
      if (tried > retries || wait === null || wait > maxWaitSeconds) throw outcome;
      await pause(wait, signal);
    }
  }

  const addressOf = (path: string, query: Query = {}) => `${base.href}${path}${queryText(query)}`;

  async function readJson<Answer>(response: Response, { signal }: CallOptions): Promise<Answer> {
    // The server's contract says what this is; new fields may come to it at any time.
    const answer: Answer = await (response.status === NO_CONTENT ? Promise.resolve(undefined) : response.json()).catch(
      (cause: unknown) => {
        signal?.throwIfAborted();
        throw new ConnectionError(cause);
      },
    );
    return answer;
  }

  return {
    json: async <Answer>(path: string, query: Query, options: CallOptions) =>
      readJson<Answer>(await send(addressOf(path, query), { ...JSON_CALL, method: 'GET', body: null }, options), options),
    post: async <Answer>(path: string, body: object, options: CallOptions) =>
      readJson<Answer>(
        await send(addressOf(path), { ...JSON_CALL, method: 'POST', body: JSON.stringify(body) }, options),
        options,
      ),
    change: async <Answer>(method: ChangingMethod, path: string, body: object | null, options: CallOptions) => {
      const text = body === null ? null : JSON.stringify(body);
      const response = await send(addressOf(path), { ...JSON_CALL, method, body: text, isReading: false }, options);
      return readJson<Answer>(response, options);
    },
    stream: async (path, query, options) => {
      const sent = { method: 'GET', accept: FILES, body: null, isReading: true } as const;
      const { body } = await send(addressOf(path, query), sent, options);
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
  };
}

/** Seconds until the call may be repeated; null: that would not help. */
function pauseBefore(outcome: ApiError | ConnectionError, tried: number): number | null {
  const growing = FIRST_PAUSE_SECONDS * 2 ** (tried - 1) * (1 + Math.random() / 4);
  if (outcome instanceof ConnectionError) return growing;
  return outcome.status === 429 || outcome.status === 503 ? (outcome.retryAfter ?? growing) : null;
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A comma that parts two values where a list was sent as one text. */
const BETWEEN_VALUES = /,(?!\s)/;

/**
 * Lists become repeated parameters; what is undefined or null is left out. What is sent more than once is taken as it
 * stands, so the only value of a list is sent twice where the server would take it apart.
 */
export function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const values = [value].flat();
    const isTakenApart = Array.isArray(value) && values.length === 1 && BETWEEN_VALUES.test(String(values[0]));
    for (const one of isTakenApart ? [...values, ...values] : values) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
