/** A `fetch` that plays LinkedIn: answers from a list, remembers what was asked. */
export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

export interface FakeLinkedIn {
  readonly fetch: typeof globalThis.fetch;
  readonly requests: readonly SentRequest[];
  /** The next answers in order; the last one is repeated. */
  answer(...answers: readonly (() => Response | Promise<Response>)[]): void;
}

export const NORMALIZED = 'application/vnd.linkedin.normalized+json+2.1; charset=UTF-8';

export function createFakeLinkedIn(): FakeLinkedIn {
  const requests: SentRequest[] = [];
  let queue: (() => Response | Promise<Response>)[] = [() => json('{"data":{}}')];
  return {
    requests,
    answer: (...answers) => {
      queue = [...answers];
    },
    fetch: async (input, init) => {
      requests.push({ url: String(input), init: init ?? {} });
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer();
    },
  };
}

export function json(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': NORMALIZED, ...headers } });
}

export function text(body: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain', ...headers } });
}

/** What the browser gives for a redirect that was not followed. */
export function opaqueRedirect(): Response {
  const response = Response.error();
  Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
  return response;
}

/** Statuses the constructor refuses, like LinkedIn's 999. */
export function withStatus(status: number, body = ''): Response {
  const response = text(body, 200);
  Object.defineProperty(response, 'status', { value: status });
  return response;
}
