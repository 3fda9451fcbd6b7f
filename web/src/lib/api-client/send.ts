/**
 * One request for one endpoint row, and the reading of its answer. Knows nothing of sessions beyond the bearer it is given;
 * `call.ts` adds refresh and retry. It has no time-out: exports may run for minutes.
 */
import { type EndpointDefinition, type EndpointInput, type EndpointResult, fillPath } from '@leadloom/shared/contract/endpoint';
import { mediaTypes } from '@leadloom/shared/domain/file-format';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import { XSRF_COOKIE, XSRF_HEADER } from '@leadloom/shared/domain/xsrf';
import { asRepeated } from '@leadloom/shared/tables/list-values';
import axios from 'axios';
import { API_BASE } from '../paths.ts';
import { abortedError, errorFromAnswer, networkError, parseJson, unreadableError } from './api-error.ts';

const http = axios.create({
  baseURL: API_BASE,
  withCredentials: true,
  withXSRFToken: true,
  xsrfCookieName: XSRF_COOKIE,
  xsrfHeaderName: XSRF_HEADER,
  timeout: 0,
  // Lists travel as repeated keys: ?country=DE&country=FR
  paramsSerializer: { indexes: null },
  // Bodies are judged by the row's schema, not by the client library.
  transformResponse: [],
  validateStatus: () => true,
});

export interface SendOptions {
  /** A token that is sent as `Authorization: Bearer …`. */
  readonly bearer?: string | null;
  /** The id of the workspace that the call is in; null: the personal one. */
  readonly workspace?: number | null;
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
  const parts: Parts = typeof input === 'object' && input !== null ? input : {};
  const { status, data } = await exchange(row, parts, options);
  if (status < 200 || status > 299) throw await errorFromAnswer(status, data);
  // The row's schema or its kind produced this value, which the compiler cannot follow through the conditional type.
  return readSuccess(row, status, { data, type: mediaTypeOf(row, parts) }) as EndpointResult<Row>;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

async function exchange(row: EndpointDefinition, { params, query, body }: Parts, options: SendOptions) {
  const { bearer, workspace, signal, file, onSent } = options;
  try {
    return await http.request<unknown>({
      method: row.method,
      url: fillPath(row.path, params ?? {}),
      params: withRepeatedLists(query),
      data: file ?? body,
      responseType: isDownload(row) ? 'blob' : 'text',
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(workspace ? { [WORKSPACE_HEADER]: String(workspace) } : {}),
        ...(file ? { 'Content-Type': 'application/octet-stream' } : {}),
      },
      ...(onSent ? { onUploadProgress: ({ loaded }: { loaded: number }) => onSent(loaded) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    throw axios.isCancel(cause) ? abortedError(cause) : networkError(cause);
  }
}

function withRepeatedLists(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, Array.isArray(value) ? asRepeated(value) : value]));
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
function mediaTypeOf({ success }: EndpointDefinition, { query, body }: Parts): string {
  if (success.kind === 'file') return success.contentType;
  return mediaTypes[isWorkbookAsked(query) || isWorkbookAsked(body) ? 'xlsx' : 'csv'];
}

function isWorkbookAsked(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'format' in part && part.format === 'xlsx';
}
