/**
 * One exchange with the server, by the only interface of browsers that reports how much of a body was sent. Any status
 * is an answer. Has no time-out: exports may run for minutes.
 */
import { XSRF_COOKIE, XSRF_HEADER } from '@leadloom/shared/domain/xsrf';
import { abortedError, networkError } from './api-error.ts';

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly answersFile: boolean;
  readonly bearer: string | null;
  readonly signal: AbortSignal | undefined;
  /** Told how many bytes of the body have been sent. */
  readonly onSent: ((bytes: number) => void) | undefined;
}

export interface Answer {
  readonly status: number;
  /** Text, or a Blob where a file was asked for. */
  readonly data: unknown;
}

/** @throws {ApiError} when there is no answer */
export function exchange({ method, url, body, answersFile, bearer, signal, onSent }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortedError(signal.reason));
      return;
    }
    const request = new XMLHttpRequest();
    const onAbort = (): void => request.abort();
    const settle = (outcome: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      outcome();
    };
    request.open(method, url);
    request.withCredentials = true;
    request.responseType = answersFile ? 'blob' : 'text';
    for (const [name, value] of headersFor(body, bearer)) request.setRequestHeader(name, value);
    request.onload = () => settle(() => resolve({ status: request.status, data: request.response }));
    request.onerror = () => settle(() => reject(networkError(new Error(`${method} ${url.pathname} has no answer`))));
    request.onabort = () => settle(() => reject(signal?.aborted === true ? abortedError(signal.reason) : networkError(null)));
    if (onSent !== undefined) request.upload.onprogress = ({ loaded }) => onSent(loaded);
    signal?.addEventListener('abort', onAbort);
    request.send(bodyOf(body));
  });
}

function headersFor(body: unknown, bearer: string | null): ReadonlyMap<string, string> {
  const headers = new Map([['Accept', 'application/json, text/plain, */*']]);
  if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
  if (body !== undefined) headers.set('Content-Type', body instanceof Blob ? 'application/octet-stream' : 'application/json');
  const token = cookie(XSRF_COOKIE);
  if (token !== null) headers.set(XSRF_HEADER, token);
  return headers;
}

function bodyOf(body: unknown): XMLHttpRequestBodyInit | null {
  if (body === undefined) return null;
  return body instanceof Blob ? body : JSON.stringify(body);
}

function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  if (pair === undefined) return null;
  const value = pair.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
