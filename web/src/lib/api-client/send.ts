/**
 * One request for one endpoint row, and the reading of its answer. Knows nothing of sessions beyond the
 * bearer it is given; `call.ts` adds refresh and retry.
 */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { addressOf } from './address-of.ts';
import { errorFromAnswer, parseJson, unreadableError } from './api-error.ts';
import { exchange } from './exchange.ts';

export interface SendOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly bearer?: string | null;
  readonly signal?: AbortSignal;
  /** The body of a row that takes a file. */
  readonly file?: Blob;
  /** Told how many bytes of the body have been sent. */
  readonly onSent?: (bytes: number) => void;
}

/** @throws {ApiError} for every outcome but the row's own success */
export async function send<const Row extends EndpointDefinition>(
  row: Row,
  input: EndpointInput<Row>,
  options: SendOptions = {},
): Promise<EndpointResult<Row>> {
  const parts: Parts = typeof input === 'object' && input !== null ? input : {};
  const { status, data } = await exchange({
    method: row.method,
    url: addressOf(row.path, parts),
    body: options.file ?? parts.body,
    answersFile: isDownload(row),
    bearer: options.bearer ?? null,
    signal: options.signal,
    onSent: options.onSent,
  });
  if (status < 200 || status > 299) throw await errorFromAnswer(status, data);
  // The row's schema or its kind produced this value, which the compiler cannot follow through the conditional type.
  return readSuccess(row, status, data) as EndpointResult<Row>;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

function readSuccess(row: EndpointDefinition, status: number, data: unknown): unknown {
  // Networks that want their own sign-in first answer any request with 200 and a page.
  if (isDownload(row)) {
    if (data instanceof Blob && data.type.startsWith(mediaTypeOf(row))) return data;
    throw unreadableError(status);
  }
  if (row.success.kind !== 'json') {
    if (status === row.success.status) return undefined;
    throw unreadableError(status);
  }
  const parsed = row.success.body.safeParse(typeof data === 'string' ? parseJson(data) : undefined);
  if (!parsed.success) throw unreadableError(status, parsed.error);
  return parsed.data;
}

function isDownload({ success }: EndpointDefinition): boolean {
  return success.kind === 'csv' || success.kind === 'file';
}

function mediaTypeOf({ success }: EndpointDefinition): string {
  return success.kind === 'file' ? success.contentType : 'text/csv';
}
