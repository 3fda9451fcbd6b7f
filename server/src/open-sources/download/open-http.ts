/**
 * What a run of an open source sends and receives. It names the program and the contact, waits for its turn before each
 * request, asks only the hosts of its manifest, redirects included, and connects to public addresses only. With a stand-in,
 * every request goes there; the real host stays in the header Host, and what is stored and shown keeps the real address.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from 'undici';
import { ACCEPTED_ENCODINGS, bodyBytes } from '../../sources/http/read-body.ts';
import {
  type OpenAnswer,
  type OpenRequest,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
} from '../open-source.ts';
import { allowedUrl } from './allowed-url.ts';
import { createDownloads, type StartedAnswer } from './downloads.ts';
import { failureOf, refusalOf, shown } from './refuse-answer.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_REDIRECTS = 5;
/** From the start to the last byte of a small answer, and the longest silence in a large one. */
const TIMEOUT_MS = 60_000;
/** Waits after a failure that may pass, before the next try. */
const RETRY_MS = [1_000, 5_000, 20_000];

export interface OpenHttpOptions {
  readonly manifest: OpenSourceManifest;
  /** The address that publishers may write to; null: there is none. */
  readonly contact: string | null;
  /** An origin that answers instead of all hosts; null: the real ones. */
  readonly standIn: string | null;
  readonly version: string;
  readonly dataDir: string;
  /** Waits for the turn of one request to a host, for all servers together. */
  readonly pace: (host: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
  readonly timeoutMs?: number;
  /** Resolves host names; the system's resolver if absent. */
  readonly lookup?: LookupFunction;
  /** Waits between two tries. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

export interface OpenHttp extends Pick<OpenSourceRun, 'get' | 'download'> {
  /** Removes the files of this source, parts of them too. */
  readonly removeFiles: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createOpenHttp(options: OpenHttpOptions): OpenHttp {
  const { manifest, contact, standIn, version, pace, signal, now = () => new Date(), timeoutMs = TIMEOUT_MS } = options;
  const wait = options.wait ?? ((milliseconds) => sleep(milliseconds, undefined, { signal }));
  const userAgent = contact === null ? `Leadloom/${version}` : `Leadloom/${version} (${contact})`;
  let agent: Promise<Agent> | null = null;

  /** One request and its redirects. @throws {OpenSourceError} for an address that is not allowed, and errors of undici */
  async function start(first: URL, headers: Readonly<Record<string, string>>, until: AbortSignal): Promise<StartedAnswer> {
    if (manifest.needs === 'contact' && contact === null)
      throw new OpenSourceError(`${manifest.publisher} is not asked without a contact address.`);
    agent ??= openAgent(timeoutMs, options.lookup);
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      await pace(url.host);
      until.throwIfAborted();
      const answer = await (await agent).request({
        origin: standIn ?? url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers, host: url.host, 'user-agent': userAgent },
        signal: until,
      });
      const read = readHeaders(answer.headers);
      const location = read.get('location');
      if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.statusCode))
        return { status: answer.statusCode, headers: read, url: url.href, body: answer.body };
      await answer.body.dump();
      if (redirects === MAX_REDIRECTS) throw new OpenSourceError(`${shown(first)} redirects more than ${MAX_REDIRECTS} times.`);
      url = allowedUrl(manifest, location, url);
    }
  }

  async function getOnce(url: URL, { headers = {}, maxBytes = MAX_BYTES }: OpenRequest): Promise<OpenAnswer> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const { body, ...head } = await start(url, headers, until);
    const chunks: Buffer[] = [];
    const encoding = head.headers.get('content-encoding') ?? null;
    for await (const chunk of bodyBytes(body, { encoding, maxBytes })) chunks.push(chunk);
    return { ...head, bytes: Buffer.concat(chunks) };
  }

  async function get(url: URL, request: OpenRequest): Promise<OpenAnswer> {
    // A site that fails is the reader's to judge; a publisher that fails is asked again.
    const retries = manifest.hosts === null ? [] : RETRY_MS;
    for (let tries = 0; ; tries += 1) {
      const pause = retries[tries];
      try {
        const answer = await getOnce(url, request);
        if (manifest.hosts === null || request.accepts?.(answer) === true) return answer;
        const refusal = refusalOf(answer, manifest, now());
        if (refusal !== null) throw refusal;
        if (answer.status < 500) return answer;
        if (pause === undefined) throw new OpenSourceError(`${shown(url)} could not be fetched: status ${answer.status}.`);
      } catch (error) {
        if (signal.aborted || error instanceof OpenSourceError || pause === undefined) throw failureOf(url, error, timeoutMs);
      }
      await wait(pause, signal);
    }
  }

  const downloads = createDownloads({
    directory: `${options.dataDir}/open-sources/${manifest.id}`,
    start: (url, headers) => start(url, { ...headers, 'accept-encoding': 'identity' }, signal),
    refusalOf: (head) => refusalOf(head, manifest, now()),
    failureOf: (url, error) => failureOf(url, error, timeoutMs),
    wait: (milliseconds) => wait(milliseconds, signal),
    signal,
  });

  return {
    get: async (text, request = {}) => {
      const url = allowedUrl(manifest, text);
      return get(url, request).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
    },
    download: (text, { maxBytes }) => downloads.fetch(allowedUrl(manifest, text), maxBytes),
    removeFiles: downloads.removeAll,
    close: async () => {
      await (await agent)?.destroy();
    },
  };
}

/** The library is read with the first request: most servers run no source. */
async function openAgent(timeoutMs: number, lookup: LookupFunction | undefined): Promise<Agent> {
  const [{ Agent }, { createGuardedConnector }] = await Promise.all([
    import('undici'),
    import('../../sources/http/guarded-connector.ts'),
  ]);
  return new Agent({
    connect: createGuardedConnector({ timeoutMs, lookup }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

function readHeaders(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}
