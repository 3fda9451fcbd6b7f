/**
 * A local server that plays six providers of job boards, told apart by the header Host. Plain HTTP on loopback, reached by
 * SOURCE_JOB_BOARDS_URL. It talks to nobody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFaultBook, type FaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { answerFor, type StandInBoard } from './answers.ts';

export type StandInProvider = 'greenhouse' | 'lever' | 'lever-eu' | 'ashby' | 'smartrecruiters' | 'recruitee' | 'workable';

/** An answer instead of the board's. Calls are `<host><path with query>`. */
export interface BoardFault extends FaultRule {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface JobBoardsStandIn {
  readonly origin: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly faults: FaultBook<BoardFault>;
  /** What was asked, oldest first, as `<host><path with query>`, with the time in milliseconds since 1970. */
  readonly requests: { readonly time: number; readonly call: string; readonly userAgent: string }[];
  /** @returns the board, whose jobs a test may exchange */
  add(provider: StandInProvider, token: string, board: StandInBoard): StandInBoard;
  close(): Promise<void>;
}

const ADDRESSES: readonly (readonly [provider: StandInProvider, format: string, address: RegExp])[] = [
  ['greenhouse', 'greenhouse', /^boards-api\.greenhouse\.io\/v1\/boards\/([^/]+)\/jobs$/],
  ['lever', 'lever', /^api\.lever\.co\/v0\/postings\/([^/]+)$/],
  ['lever-eu', 'lever', /^api\.eu\.lever\.co\/v0\/postings\/([^/]+)$/],
  ['ashby', 'ashby', /^api\.ashbyhq\.com\/posting-api\/job-board\/([^/]+)$/],
  ['smartrecruiters', 'smartrecruiters', /^api\.smartrecruiters\.com\/v1\/companies\/([^/]+)\/postings$/],
  ['recruitee', 'recruitee', /^([^.]+)\.recruitee\.com\/api\/offers\/$/],
  ['workable', 'workable', /^apply\.workable\.com\/api\/v1\/widget\/accounts\/([^/]+)$/],
];

export async function startJobBoards({ port = 0 }: { readonly port?: number } = {}): Promise<JobBoardsStandIn> {
  const boards = new Map<string, StandInBoard>();
  const faults = createFaultBook<BoardFault>();
  const requests: { time: number; call: string; userAgent: string }[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.headers.host ?? ''}${request.url ?? ''}`;
    requests.push({ time: Date.now(), call, userAgent: request.headers['user-agent'] ?? '' });
    const fault = faults.take(call);
    if (fault !== null) {
      response.writeHead(fault.status ?? 200, { 'content-type': 'application/json', ...fault.headers });
      return void response.end(fault.body ?? '{}');
    }
    const url = new URL(`https://${call}`);
    for (const [provider, format, address] of ADDRESSES) {
      const [, token] = address.exec(`${url.host}${url.pathname}`) ?? [];
      if (token === undefined) continue;
      const board = boards.get(`${provider}:${decodeURIComponent(token)}`);
      // Two providers answer an unknown board like one without jobs.
      const isEmptyInstead = provider === 'smartrecruiters' || provider === 'ashby';
      if (board === undefined && !isEmptyInstead) break;
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(answerFor(format, board ?? { company: token, jobs: [] }, url.searchParams)));
    }
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"ok":false,"error":"Document not found"}');
  }

  const { origin, close } = await serveStandIn('job boards', handle, port);
  return {
    origin,
    environment: { SOURCE_JOB_BOARDS_URL: origin },
    faults,
    requests,
    add: (provider, token, board) => {
      boards.set(`${provider}:${token}`, board);
      return board;
    },
    close,
  };
}
