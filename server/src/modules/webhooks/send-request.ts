/**
 * One request to a receiver. The address is judged when the connection is opened, redirects are not followed, and of the
 * answer no more than its beginning is read. Each request has a connection of its own, so that receivers share nothing.
 *
 * A name that leads into the operator's network, one that does not exist and one that no resolver answers for have the same
 * outcome after the same time, so that nobody learns which names that network has.
 */
import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { DestinationRefused } from '../../sources/http/destination-refused.ts';
import { sleepUntil } from '../../time/sleep-until.ts';

export const TRY_MILLISECONDS = 15_000;
/** The longest lookup of a name, and what a try takes whose name has no public address. */
const NAME_MILLISECONDS = 5_000;
const ANSWER_BYTES = 1_024;
const MAX_HEADER_BYTES = 16 * 1024;
const GONE = 410;

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

export interface RequestOptions {
  readonly timeoutMs?: number;
  /** Resolves host names; the system's resolver if absent. */
  readonly lookup?: LookupFunction | undefined;
  /** Milliseconds for names without a public address, instead of the usual time. */
  readonly nameMs?: number | undefined;
}

export interface RequestOutcome {
  readonly status: number | null;
  /** null: it was delivered. */
  readonly error: string | null;
  readonly answer: string | null;
  /** The receiver wants nothing more, ever. */
  readonly isGone: boolean;
}

/** Whatever is set for destinations. */
const guarded = { isPrivateAllowed: false };

/** Sends a request. Never throws. */
export async function sendRequest(
  { url, headers, body, signal }: WebhookRequest,
  { timeoutMs = TRY_MILLISECONDS, lookup = lookUpName, nameMs = NAME_MILLISECONDS }: RequestOptions = {},
): Promise<RequestOutcome> {
  const began = performance.now();
  // The library is read with the first request: most servers send none.
  const [{ Client }, { createGuardedConnector }, { guardedLookup }] = await Promise.all([
    import('undici'),
    import('../../sources/http/guarded-connector.ts'),
    import('../../connectors/guarded-lookup.ts'),
  ]);
  const deadline = AbortSignal.timeout(timeoutMs);
  const client = new Client(url.origin, {
    connect: createGuardedConnector({ timeoutMs, lookup: guardedLookup(guarded, lookup, nameMs) }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  try {
    const { statusCode, body: answered } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      signal: AbortSignal.any([signal, deadline]),
    });
    const answer = await readBeginning(answered);
    return { status: statusCode, error: problemOf(statusCode), answer, isGone: statusCode === GONE };
  } catch (error) {
    if (error instanceof DestinationRefused) {
      await sleepUntil(began + nameMs, signal);
      return { status: null, error: `${url.hostname} has no public address`, answer: null, isGone: false };
    }
    const late = `no answer within ${timeoutMs / 1000} seconds`;
    return { status: null, error: deadline.aborted ? late : reasonOf(error), answer: null, isGone: false };
  } finally {
    await client.destroy().catch(() => undefined);
  }
}

/** The status counts, whatever becomes of the rest. */
async function readBeginning(body: Readable): Promise<string> {
  // A body destroyed before its end emits an error, which would end the process without a listener.
  body.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= ANSWER_BYTES) break;
    }
  } catch {
    // The response broke off, or is too slow: what has arrived is used.
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
  // The database stores no NUL.
  return text.replaceAll('\0', '\uFFFD');
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `the receiver redirected (${status}); redirects are not followed`;
  return `the receiver answered ${status}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `the connection failed${code}`;
}
