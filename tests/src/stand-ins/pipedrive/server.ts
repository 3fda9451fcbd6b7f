/** A stand-in for Pipedrive that keeps state, with limits and faults on demand. Written from the published API reference (v2). */
import { text } from 'node:stream/consumers';
import type { LoopbackServer } from '@leadloom/server/testing/loopback';
import { createFaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { type Company, createCompany, type PipedriveEntity, Refused } from './company.ts';

export const PIPEDRIVE_TOKEN = 'fictional0pipedrive0token';

interface PipedriveAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface PipedriveFault extends FaultRule {
  /** `lost`: the call is carried out, and its answer never arrives. */
  readonly answer: PipedriveAnswer | 'lost';
}

const problem = (status: number, error: string, headers: Readonly<Record<string, string>> = {}): PipedriveAnswer => ({
  ...{ status, headers },
  body: { success: false, error, code: status },
});

export const pipedriveFaults = {
  burst: problem(429, 'request over limit', { 'x-ratelimit-reset': '2', 'x-ratelimit-remaining': '0' }),
  daily: problem(429, 'Daily API token budget exceeded', { 'x-daily-ratelimit-token-remaining': '0' }),
  down: problem(503, 'service unavailable'),
} as const;

export interface PipedriveStandIn extends LoopbackServer {
  readonly company: Company;
  /** `POST /api/v2/organizations`, in their order. */
  readonly calls: string[];
  readonly faults: ReturnType<typeof createFaultBook<PipedriveFault>>;
  /** The user's token ends: every call is refused. */
  revoke(): void;
  allow(): void;
}

const MOST_IDS = 100;
const MOST_ITEMS = 500;

export async function startPipedrive({ port = 0 }: { readonly port?: number } = {}): Promise<PipedriveStandIn> {
  const company = createCompany();
  const faults = createFaultBook<PipedriveFault>();
  const calls: string[] = [];
  let isRevoked = false;
  const server = await serveStandIn(
    'Pipedrive',
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://pipedrive.example');
      const method = request.method ?? 'GET';
      const call = `${method} ${url.pathname}`;
      const body = await text(request);
      calls.push(call);
      const send = ({ status, headers = {}, body: answer }: PipedriveAnswer) => {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
        response.end(JSON.stringify(answer));
      };
      if (isRevoked || request.headers['x-api-token'] !== PIPEDRIVE_TOKEN) return send(problem(401, 'unauthorized access'));
      const fault = faults.take(call);
      if (fault !== null && fault.answer !== 'lost') return send(fault.answer);
      const answer = answerPipedrive(company, method, url, body === '' ? {} : JSON.parse(body));
      if (fault === null) return send(answer);
      response.destroy();
    },
    port,
  );
  return {
    ...server,
    ...{ company, calls, faults },
    revoke: () => {
      isRevoked = true;
    },
    allow: () => {
      isRevoked = false;
    },
  };
}

function answerPipedrive(company: Company, method: string, url: URL, sent: Readonly<Record<string, unknown>>): PipedriveAnswer {
  const { pathname, searchParams } = url;
  const found = (data: unknown, more: object = {}): PipedriveAnswer => ({ status: 200, body: { success: true, data, ...more } });
  if (method === 'GET' && pathname === '/v1/users') return found(company.users);
  const described = /^\/api\/v2\/(organization|person)Fields$/.exec(pathname);
  if (method === 'GET' && described !== null)
    return found(company.fields[described[1] === 'person' ? 'persons' : 'organizations'], {
      additional_data: { next_cursor: null },
    });
  const [, name, id] = /^\/api\/v2\/(organizations|persons)(?:\/(\d+))?$/.exec(pathname) ?? [];
  if (name === undefined) return problem(404, 'Resource not found');
  const entity: PipedriveEntity = name === 'persons' ? 'persons' : 'organizations';
  try {
    if (method === 'GET' && id === undefined) return list(company, entity, searchParams);
    if (method === 'POST' && id === undefined) return { ...found(company.create(entity, sent)), status: 201 };
    const item = company.find(entity, Number(id));
    if (item === null) return problem(404, `${name} not found`);
    if (method === 'PATCH') return found(company.update(entity, item.id, sent));
    if (method !== 'DELETE') return problem(405, 'Method not allowed');
    company.remove(entity, item.id);
    return found({ id: item.id });
  } catch (error) {
    if (error instanceof Refused) return problem(400, error.message);
    throw error;
  }
}

function list(company: Company, entity: PipedriveEntity, query: URLSearchParams): PipedriveAnswer {
  const ids = query.get('ids')?.split(',').map(Number) ?? null;
  if (ids !== null && ids.length > MOST_IDS) return problem(400, `Validation failed: ids: more than ${MOST_IDS}`);
  const limit = Number(query.get('limit') ?? 100);
  if (limit > MOST_ITEMS) return problem(400, `Validation failed: limit: more than ${MOST_ITEMS}`);
  const after = Number(query.get('cursor') ?? 0);
  const all = company.alive(entity).filter((one) => one.id > after && (ids === null || ids.includes(one.id)));
  const page = all.slice(0, limit);
  const next = all.length > limit ? String(page.at(-1)?.id) : null;
  return { status: 200, body: { success: true, data: page, additional_data: { next_cursor: next } } };
}
