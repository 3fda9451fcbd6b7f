/** The faults of a call: how each is made, and how the app's client reports it. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorDefinitions, type Problem } from '@leadloom/shared/contract/errors';
import type { Route } from '@playwright/test';
import type { FaultServer } from './fault-server.ts';

const UNREACHED = 'The server cannot be reached. Check your connection and try again.';

export interface Fault {
  readonly name: string;
  /** The status for the client; 0: no response. */
  readonly status: number;
  /** The client's message, which screens without their own message show. */
  readonly message: string;
  /** The response takes longer than anybody would wait, in the page's time. */
  readonly isLate: boolean;
  /** Answers the request; null: by and by, and well. */
  readonly answer: ((route: Route, row: EndpointDefinition, server: FaultServer) => Promise<void>) | null;
}

export const SLOW: Fault = { name: 'slow 30 s', status: 200, message: '', isLate: true, answer: null };
/** The token is refused after a refresh; requests with another token are refused as well. */
export const REFUSED: Fault = refusing('refused session', 'AUTH.SESSION_EXPIRED');
/** The same repeatedly: the session ends after the maximum number of refreshes. */
export const REFUSED_FOR_GOOD: Fault = { ...REFUSED, name: '401 loop' };

export const faults: readonly Fault[] = [
  {
    ...unreached('offline'),
    answer: (route) => route.abort('internetdisconnected'),
  },
  {
    ...unreached('connection reset'),
    answer: (route, _, { resetUrl }) => route.continue({ url: resetUrl }),
  },
  {
    ...unreached('half body'),
    answer: (route, _, { halfBodyUrl }) => route.continue({ url: halfBodyUrl }),
  },
  {
    ...unreached('time-out'),
    isLate: true,
    answer: (route) => route.abort('timedout'),
  },
  refusing('500 problem', 'SERVER.INTERNAL'),
  {
    name: '502 page',
    status: 502,
    message: 'The service is not available right now. Please try again in a moment.',
    isLate: false,
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }),
  },
  refusing('429 limit', 'RATE.LIMITED', { 'retry-after': '30' }),
  {
    name: 'malformed answer',
    status: 200,
    message: 'The server sent a response that could not be read.',
    isLate: false,
    answer: (route, { success }) =>
      success.kind === 'json'
        ? route.fulfill({ status: success.status, contentType: 'application/json', body: '{"msg": "cut sho' })
        : // What a network sends that wants its own sign-in first.
          route.fulfill({ status: 200, contentType: 'text/html', body: '<html><h1>Sign in to the network</h1></html>' }),
  },
  SLOW,
  REFUSED,
  REFUSED_FOR_GOOD,
];

function unreached(name: string) {
  return { name, status: 0, message: UNREACHED, isLate: false } as const;
}

function refusing(name: string, code: ErrorCode, headers: Readonly<Record<string, string>> = {}): Fault {
  const { status, text } = errorDefinitions[code];
  return { name, status, message: text, isLate: false, answer: (route) => sendProblem(route, code, text, headers) };
}

export function sendProblem(
  route: Route,
  code: ErrorCode,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { status, text: title } = errorDefinitions[code];
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code,
    request_id: 'fault',
    msg: text,
    message: text,
    error: text,
  };
  return route.fulfill({ status, contentType: 'application/problem+json', headers, body: JSON.stringify(problem) });
}
