/**
 * A stand-in for a Salesforce organization that keeps state, with limits and faults on demand. Written from the published guides of
 * Salesforce's REST API and its OAuth flows.
 */
import { text } from 'node:stream/consumers';
import type { LoopbackServer } from '@leadloom/server/testing/loopback';
import { createFaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { CallRefused, createOrganization, ItemRefused, type Organization, type SalesforceType } from './organization.ts';

export const SALESFORCE_APP = {
  client_id: '3MVG9-fictional-consumer-key',
  client_secret: 'fictional-consumer-secret',
  refresh_token: '5Aep861-fictional-refresh-token',
} as const;

export interface SalesforceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface SalesforceFault extends FaultRule {
  /** `lost`: the call is carried out, and its answer never arrives. */
  readonly answer: SalesforceAnswer | 'lost';
}

const problem = (status: number, errorCode: string, message: string): SalesforceAnswer => ({
  status,
  body: [{ message, errorCode }],
});

export const salesforceFaults = {
  daily: problem(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
  concurrent: problem(403, 'REQUEST_LIMIT_EXCEEDED', 'ConcurrentPerOrgLongTxn Limit exceeded.'),
  down: problem(503, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable.'),
} as const;

export interface SalesforceStandIn extends LoopbackServer {
  readonly organization: Organization;
  /** `POST /composite/sobjects`, after the version, in their order. */
  readonly calls: string[];
  readonly faults: ReturnType<typeof createFaultBook<SalesforceFault>>;
  /** The access tokens end; the refresh token stays good. */
  expire(): void;
  /** The app's access is withdrawn. */
  revoke(): void;
  allow(): void;
}

const VERSION = /^\/services\/data\/v\d+\.0/;
const MOST_RECORDS = 200;

type Sent = Readonly<Record<string, unknown>>;

export async function startSalesforce({
  port = 0,
  hasReference = false,
}: {
  readonly port?: number;
  readonly hasReference?: boolean;
} = {}): Promise<SalesforceStandIn> {
  const organization = createOrganization({ hasReference });
  const faults = createFaultBook<SalesforceFault>();
  const calls: string[] = [];
  let tokens = 0;
  let firstValid = 1;
  let isRevoked = false;

  function giveToken(form: URLSearchParams): SalesforceAnswer {
    const refusal = (error: string, description: string) => ({ status: 400, body: { error, error_description: description } });
    if (form.get('grant_type') !== 'refresh_token') return refusal('unsupported_grant_type', 'grant type not supported');
    if (form.get('client_id') !== SALESFORCE_APP.client_id) return refusal('invalid_client_id', 'client identifier invalid');
    if (form.get('client_secret') !== SALESFORCE_APP.client_secret)
      return refusal('invalid_client', 'invalid client credentials');
    if (isRevoked || form.get('refresh_token') !== SALESFORCE_APP.refresh_token)
      return refusal('invalid_grant', 'expired access/refresh token');
    tokens += 1;
    return { status: 200, body: { access_token: `00Dxx!${tokens}`, token_type: 'Bearer', scope: 'api refresh_token' } };
  }

  function isSignedIn(authorization: string | undefined): boolean {
    const [, number = '0'] = /^Bearer 00Dxx!(\d+)$/.exec(authorization ?? '') ?? [];
    return !isRevoked && Number(number) >= firstValid && Number(number) <= tokens;
  }

  const server = await serveStandIn(
    'Salesforce',
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://salesforce.example');
      const body = await text(request);
      const method = request.method ?? 'GET';
      const send = ({ status, headers = {}, body: answer }: SalesforceAnswer) => {
        response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers });
        response.end(JSON.stringify(answer));
      };
      if (method === 'POST' && url.pathname === '/services/oauth2/token') return send(giveToken(new URLSearchParams(body)));
      if (!VERSION.test(url.pathname)) return send(problem(404, 'NOT_FOUND', 'The requested resource does not exist'));
      const path = url.pathname.replace(VERSION, '');
      const call = `${method} ${path}`;
      calls.push(call);
      if (!isSignedIn(request.headers.authorization))
        return send(problem(401, 'INVALID_SESSION_ID', 'Session expired or invalid'));
      const fault = faults.take(call);
      if (fault !== null && fault.answer !== 'lost') return send(fault.answer);
      const answer = answerCall(organization, method, path, url.searchParams, body === '' ? {} : JSON.parse(body));
      if (fault === null) return send(answer);
      response.destroy();
    },
    port,
  );
  const expire = () => {
    firstValid = tokens + 1;
  };
  return {
    ...server,
    ...{ organization, calls, faults, expire },
    revoke: () => {
      isRevoked = true;
    },
    allow: () => {
      isRevoked = false;
    },
  };
}

function answerCall(organization: Organization, method: string, path: string, query: URLSearchParams, sent: Sent) {
  try {
    return { status: 200, body: resultOf(organization, method, path, query, sent) };
  } catch (error) {
    if (error instanceof CallRefused) return problem(error.code === 'NOT_FOUND' ? 404 : 400, error.code, error.message);
    throw error;
  }
}

function resultOf(organization: Organization, method: string, path: string, query: URLSearchParams, sent: Sent): unknown {
  if (method === 'GET' && (path === '/query' || path === '/queryAll')) {
    const records = organization.query(query.get('q') ?? '', path === '/queryAll');
    return { totalSize: records.length, done: true, records };
  }
  const described = /^\/sobjects\/(Account|Contact)\/describe$/.exec(path);
  if (method === 'GET' && described !== null) return { fields: organization.fields[typeOf(described[1])] };
  if (method === 'DELETE' && path === '/composite/sobjects')
    return (query.get('ids') ?? '').split(',').map((id) =>
      resultOfItem(() => {
        organization.remove(id.startsWith('003') ? 'Contact' : 'Account', id);
        return id;
      }),
    );
  const read = /^\/composite\/sobjects\/(Account|Contact)$/.exec(path);
  if (method === 'POST' && read !== null) return retrieve(organization, typeOf(read[1]), sent);
  const records = Array.isArray(sent.records) ? (sent.records as Sent[]) : [];
  if (records.length > MOST_RECORDS) throw new CallRefused('LIMIT_EXCEEDED', `record limit reached: ${MOST_RECORDS}`);
  const upsert = /^\/composite\/sobjects\/(?:Account|Contact)\/(\w+)$/.exec(path);
  if (method === 'PATCH' && upsert !== null) return write(organization, records, upsert[1] ?? null, 'upsert');
  if (path === '/composite/sobjects' && (method === 'POST' || method === 'PATCH'))
    return write(organization, records, null, method === 'POST' ? 'create' : 'update');
  throw new CallRefused('NOT_FOUND', 'The requested resource does not exist');
}

function typeOf(text: unknown): SalesforceType {
  return text === 'Contact' ? 'Contact' : 'Account';
}

function retrieve(organization: Organization, type: SalesforceType, { ids, fields }: Sent) {
  const names = Array.isArray(fields) ? (fields as string[]) : [];
  organization.checkCall(type, Object.fromEntries(names.map((name) => [name, null])));
  return (Array.isArray(ids) ? (ids as string[]) : []).map((id) => {
    const record = organization.find(type, id);
    if (record === null) return null;
    const values = names.map((name) => [name, organization.readValue(record, name)] as const);
    return { attributes: { type, url: `/sobjects/${type}/${id}` }, ...Object.fromEntries(values), Id: id };
  });
}

function write(organization: Organization, records: readonly Sent[], external: string | null, task: string) {
  const items = records.map(({ attributes, id, ...values }) => {
    const type = typeOf((attributes as { type?: unknown } | undefined)?.type);
    organization.checkCall(type, values);
    return { type, id: String(id ?? ''), values: values as Parameters<Organization['create']>[1] };
  });
  return items.map(({ type, id, values }) =>
    resultOfItem(() => {
      if (task === 'update') return organization.update(type, id, values).id;
      const same =
        external === null ? undefined : organization.alive(type).find((one) => one.values[external] === values[external]);
      return same === undefined ? organization.create(type, values).id : organization.update(type, same.id, values).id;
    }),
  );
}

function resultOfItem(work: () => string) {
  try {
    return { id: work(), success: true, errors: [] };
  } catch (error) {
    if (!(error instanceof ItemRefused) || error instanceof CallRefused) throw error;
    return { success: false, errors: [{ statusCode: error.code, message: error.message, fields: [] }] };
  }
}
