/**
 * One request of the browser, by XMLHttpRequest: `fetch` does not tell how much of a body was sent. It has no time-out: exports
 * may run for minutes. An answer of any status is an answer.
 */
import { XSRF_COOKIE, XSRF_HEADER } from '@leadloom/shared/domain/xsrf';
import { abortedError, networkError } from './api-error.ts';

interface Exchange {
  readonly method: string;
  readonly url: URL;
  /** null: none. */
  readonly body: Blob | string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseType: 'text' | 'blob';
  readonly signal: AbortSignal | undefined;
  /** Called with the number of bytes of the body that have been sent. */
  readonly onSent: ((bytes: number) => void) | undefined;
}

interface Answer {
  readonly status: number;
  /** A text, or a Blob where one was asked for. */
  readonly data: unknown;
}

/** @throws {ApiError} where there is no answer */
export function exchange({ method, url, body, headers, responseType, signal, onSent }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortedError(signal.reason));
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.withCredentials = true;
    request.responseType = responseType;
    for (const [name, value] of Object.entries({ ...xsrfHeader(), ...headers })) request.setRequestHeader(name, value);
    request.onload = () => resolve({ status: request.status, data: request.response });
    request.onerror = () => reject(networkError(new TypeError(`${method} ${url.pathname} got no answer.`)));
    request.onabort = () => reject(abortedError(signal?.reason));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (onSent !== undefined) request.upload.onprogress = ({ loaded }) => onSent(loaded);
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
}

/** What the server compares with the cookie, which pages of other sites cannot read. */
function xsrfHeader(): Readonly<Record<string, string>> {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${XSRF_COOKIE}=`));
  return cookie === undefined ? {} : { [XSRF_HEADER]: decodeURIComponent(cookie.slice(XSRF_COOKIE.length + 1)) };
}
