/**
 * What stand-ins of publishers have in common: they answer by path, record what was asked, and fail when told to. A publisher
 * that wants to know who asks refuses a User-Agent without an address.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultBook, type FaultBook, type FaultRule } from './fault-book.ts';
import { type PublishedFile, sendFile } from './send-file.ts';
import { serveStandIn } from './serve.ts';

/** A call is `GET host/path?query`. */
export type PublisherFault = FaultRule &
  (
    | { readonly status: number; readonly retryAfter?: string; readonly location?: string; readonly body?: Buffer }
    /** Breaks the connection off behind so many bytes of the body. */
    | { readonly cutAfter: number }
    /** Answers later. */
    | { readonly delayMs: number }
    /** Answers with other bytes, such as those of a broken file. */
    | { readonly change: (bytes: Buffer) => Buffer }
  );

export interface PublisherRequest {
  /** The real host, from the header `Host`. */
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  readonly range: string | null;
}

export interface PublisherStandIn {
  readonly origin: string;
  readonly faults: FaultBook<PublisherFault>;
  /** What was asked, oldest first. */
  readonly requests: readonly PublisherRequest[];
  close(): Promise<void>;
}

/** A file, JSON, or null where there is nothing. */
export type PublisherAnswer = PublishedFile | { readonly status?: number; readonly json: unknown } | null;

interface PublisherOptions {
  readonly name: string;
  readonly port?: number;
  /** Whether a request needs an address in its User-Agent. */
  readonly wantsContact?: boolean;
  readonly answer: (request: PublisherRequest) => PublisherAnswer;
}

export async function startPublisher({
  name,
  port = 0,
  wantsContact = false,
  answer,
}: PublisherOptions): Promise<PublisherStandIn> {
  const faults = createFaultBook<PublisherFault>();
  const requests: PublisherRequest[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await once(request, 'end');
    const asked = readRequest(request);
    requests.push(asked);
    if (wantsContact && !/\S+@\S+\.\S+/.test(asked.userAgent)) return void response.writeHead(403).end('Undeclared tool');
    const fault = faults.take(`GET ${asked.host}${request.url ?? ''}`);
    if (fault !== null && 'status' in fault) {
      const headers = {
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
        ...(fault.location === undefined ? {} : { location: fault.location }),
      };
      return void response.writeHead(fault.status, headers).end(fault.body);
    }
    if (fault !== null && 'delayMs' in fault) await sleep(fault.delayMs);
    const found = answer(asked);
    if (found === null) return void response.writeHead(404).end();
    if ('bytes' in found) {
      const file = fault !== null && 'change' in fault ? { ...found, bytes: fault.change(found.bytes) } : found;
      return sendFile(request, response, file, fault !== null && 'cutAfter' in fault ? fault.cutAfter : undefined);
    }
    const body = JSON.stringify(found.json);
    response.writeHead(found.status ?? 200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }

  const server = await serveStandIn(name, handle, port);
  return { origin: server.origin, faults, requests, close: () => server.close() };
}

function readRequest({ url = '/', headers }: IncomingMessage): PublisherRequest {
  const { pathname, searchParams } = new URL(url, 'http://publisher.example');
  return {
    host: headers.host ?? '',
    path: pathname,
    query: searchParams,
    userAgent: headers['user-agent'] ?? '',
    range: headers.range ?? null,
  };
}
