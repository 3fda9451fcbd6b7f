/**
 * One request for one endpoint row, and the reading of its answer. Knows nothing of sessions beyond the bearer it is given;
 * `call.ts` adds refresh and retry.
 */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { mediaTypes } from '@leadloom/shared/domain/file-format';
import { addressOf, type RequestParts } from './address-of.ts';
import { errorFromAnswer, parseJson, unreadableError } from './api-error.ts';
import { exchange } from './exchange.ts';

export interface SendOptions {
  /** A token that is sent as `Authorization: Bearer …`. */
  readonly bearer?: string | null;
  readonly signal?: AbortSignal;
  /** The body of a row that takes a file. */
  readonly file?: Blob;
  /** Called with the number of bytes of the body that have been sent. */
  readonly onSent?: (bytes: number) => void;
}

/** @throws {ApiError} for every outcome but the row's own success */
export async function send<const Row extends EndpointDefinition>(
  row: Row,
  input: EndpointInput<Row>,
  options: SendOptions = {},
): Promise<EndpointResult<Row>> {
  const parts: RequestParts = typeof input === 'object' && input !== null ? input : {};
  const { bearer, signal, file, onSent } = options;
  const { status, data } = await exchange({
    method: row.method,
    url: addressOf(row, parts),
    body: file ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
    headers: {
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(file ? { 'Content-Type': 'application/octet-stream' } : {}),
      ...(!file && parts.body !== undefined ? { 'Content-Type': 'application/json' } : {}),
    },
    responseType: isDownload(row) ? 'blob' : 'text',
    signal,
    onSent,
  });
  if (status < 200 || status > 299) throw await errorFromAnswer(status, data);
  // The row's schema or its kind produced this value, which the compiler cannot follow through the conditional type.
  return readSuccess(row, status, { data, type: mediaTypeOf(row, parts) }) as EndpointResult<Row>;
}

function readSuccess(row: EndpointDefinition, status: number, { data, type }: { data: unknown; type: string }): unknown {
  // Networks that want their own sign-in first answer any request with 200 and a page.
  if (isDownload(row)) {
    if (data instanceof Blob && data.type.startsWith(type)) return data;
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

/** The type of a download. */
function mediaTypeOf({ success }: EndpointDefinition, { query, body }: RequestParts): string {
  if (success.kind === 'file') return success.contentType;
  return mediaTypes[isWorkbookAsked(query) || isWorkbookAsked(body) ? 'xlsx' : 'csv'];
}

function isWorkbookAsked(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'format' in part && part.format === 'xlsx';
}
