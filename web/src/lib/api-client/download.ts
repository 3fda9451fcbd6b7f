/**
 * `call` for large files: the same session and errors, with progress for every piece received. Pieces go to the
 * browser's blob storage as they come, so that a file of any length needs little memory.
 */
import { type EndpointDefinition, type EndpointInput, fillPath } from '@leadloom/shared/contract/endpoint';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import { asRepeated } from '@leadloom/shared/tables/list-values';
import { API_BASE } from '../paths.ts';
import { abortedError, errorFromAnswer, networkError, unreadableError } from './api-error.ts';
import { type CallAs, withSession } from './with-session.ts';

/** Pieces are put together to one blob of about this size, which the browser may keep on disk. */
const BLOB_BYTES = 4 * 1024 * 1024;

interface FileRow extends EndpointDefinition {
  readonly method: 'GET' | 'POST';
  readonly success: Extract<EndpointDefinition['success'], { readonly kind: 'csv' | 'file' }>;
}

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** The server has accepted; the first bytes follow. */
  readonly onStart: (headers: Headers) => void;
  readonly onBytes: (bytes: Uint8Array) => void;
}

/**
 * The whole file; a truncated one is an error.
 * @throws {ApiError}
 */
export async function download<const Row extends FileRow>(
  row: Row,
  input: EndpointInput<Row>,
  options: DownloadOptions,
): Promise<Blob> {
  const { signal, onStart, onBytes } = options;
  const parts: Parts = typeof input === 'object' && input !== null ? input : {};
  const url = addressOf(row, parts);
  const { method } = row;
  const body = parts.body === undefined ? null : JSON.stringify(parts.body);
  const response = await withSession((as) => open(url, { method, body }, as, signal));
  onStart(response.headers);
  if (response.body === null) throw unreadableError(response.status);
  const type = response.headers.get('content-type') ?? '';
  try {
    return await collect(response.body, type, onBytes);
  } catch (cause) {
    throw signal.aborted ? abortedError(cause) : networkError(cause);
  }
}

interface Sent {
  readonly method: FileRow['method'];
  /** JSON. */
  readonly body: string | null;
}

async function open(url: URL, { method, body }: Sent, { bearer, workspace }: CallAs, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      body,
      credentials: 'include',
      headers: {
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(workspace === null ? {} : { [WORKSPACE_HEADER]: String(workspace) }),
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      signal,
    });
  } catch (cause) {
    throw signal.aborted ? abortedError(cause) : networkError(cause);
  }
  if (response.ok) return response;
  throw await errorFromAnswer(response.status, await response.text().catch(() => ''));
}

async function collect(body: ReadableStream<Uint8Array>, type: string, onBytes: (bytes: Uint8Array) => void): Promise<Blob> {
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let waiting = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onBytes(part.value);
    pieces.push(new Uint8Array(part.value));
    waiting += part.value.byteLength;
    if (waiting < BLOB_BYTES) continue;
    blobs.push(new Blob(pieces));
    pieces = [];
    waiting = 0;
  }
  return new Blob([...blobs, ...pieces], { type });
}

function addressOf(row: FileRow, parts: Parts): URL {
  const url = new URL(`${API_BASE}${fillPath(row.path, parts.params ?? {})}`, location.origin);
  for (const [key, value] of Object.entries(parts.query ?? {})) {
    // Lists travel as repeated keys, as they do in `send`.
    const values: readonly unknown[] = Array.isArray(value) ? asRepeated(value) : [value];
    for (const item of values) if (item !== undefined && item !== null) url.searchParams.append(key, String(item));
  }
  return url;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
