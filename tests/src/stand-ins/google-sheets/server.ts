/**
 * A local server that plays Google's token endpoint and Sheets API: plain HTTP on loopback, reached by GOOGLE_TOKEN_URL and
 * GOOGLE_SHEETS_API_URL. It checks the signature of each assertion, knows which spreadsheets are shared with whom, counts calls
 * against quotas of a minute, and fails on demand. It talks to nobody.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { z } from 'zod';
import { createFaultBook, type FaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { batchUpdateSchema, batchValuesSchema } from './call-bodies.ts';
import { createSpreadsheet, Refused, type Spreadsheet } from './spreadsheet.ts';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const MINUTE = 60_000;

/** A call is `GET values:batchGet`, `POST values:batchUpdate`, `POST batchUpdate`, `GET spreadsheet` or `POST token`. */
export type GoogleFault = FaultRule &
  (
    | { readonly status: number; readonly message?: string; readonly reason?: string; readonly retryAfter?: string }
    /** Breaks the connection off before the call is applied. */
    | { readonly reset: 'before' }
    /** The call is applied, and its answer lost. */
    | { readonly reset: 'after' }
  );

export interface GoogleStandInOptions {
  readonly port?: number;
  /** Calls of a minute, of each kind. */
  readonly quota?: number;
  readonly now?: () => Date;
}

export interface ServiceAccountKey {
  readonly type: 'service_account';
  readonly client_email: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly token_uri: string;
}

export interface GoogleStandIn {
  readonly origin: string;
  /** Settings that lead a server here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly faults: FaultBook<GoogleFault>;
  /** The calls so far, as faults name them, oldest first. */
  readonly calls: readonly string[];
  /** The cells that each call of `values:batchUpdate` wrote. */
  readonly writtenCells: readonly number[];
  /** A key file with a private key of its own. */
  addServiceAccount(email: string): Promise<ServiceAccountKey>;
  /** Google accepts the key no more. */
  removeServiceAccount(email: string): void;
  endTokens(): void;
  addSpreadsheet(id: string, sharedWith: readonly string[]): Spreadsheet;
  /** The spreadsheet is shared no more with anybody. */
  unshare(id: string): void;
  close(): Promise<void>;
}

/** Made once: it takes long, and accounts are told apart by the ids of their keys. */
let keys: ReturnType<typeof generateKeyPair> | null = null;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly retryAfter?: string | undefined;
}

export async function startGoogleStandIn(options: GoogleStandInOptions = {}): Promise<GoogleStandIn> {
  const { port = 0, quota = Number.POSITIVE_INFINITY, now = () => new Date() } = options;
  const accounts = new Map<string, { readonly keyId: string; readonly publicKey: CryptoKey }>();
  const tokens = new Map<string, string>();
  const spreadsheets = new Map<string, { readonly spreadsheet: Spreadsheet; sharedWith: readonly string[] }>();
  const faults = createFaultBook<GoogleFault>();
  const calls: string[] = [];
  const writtenCells: number[] = [];
  const counted = { minute: 0, GET: 0, POST: 0 };

  async function giveToken(body: string): Promise<Answer> {
    const form = new URLSearchParams(body);
    const refuse = (description: string): Answer => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: description },
    });
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const assertion = form.get('assertion') ?? '';
    const verified = await jwtVerify(
      assertion,
      ({ kid }) => {
        const account = [...accounts.values()].find(({ keyId }) => keyId === kid);
        if (account === undefined) throw new Error('unknown key');
        return account.publicKey;
      },
      { audience: `${origin}/token`, algorithms: ['RS256'], maxTokenAge: '1h' },
    ).catch(() => null);
    if (verified === null) return refuse('Invalid JWT Signature.');
    const { iss = '', scope, iat = 0, exp = 0 } = verified.payload;
    if (!accounts.has(iss)) return refuse('Invalid grant: account not found');
    if (exp - iat > 3_600) return refuse('Invalid JWT: Token must be a short-lived token (60 minutes)');
    if (scope !== SCOPE) return { status: 400, body: { error: 'invalid_scope' } };
    const token = `ya29.${randomUUID()}`;
    tokens.set(token, iss);
    return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' } };
  }

  /** @param call as faults name it */
  function answerCall(call: string, id: string, query: URLSearchParams, email: string | undefined, body: unknown): Answer {
    if (email === undefined) return problem(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED');
    const found = spreadsheets.get(id);
    if (found === undefined) return problem(404, 'Requested entity was not found.', 'NOT_FOUND');
    if (!found.sharedWith.includes(email)) return problem(403, 'The caller does not have permission', 'PERMISSION_DENIED');
    const { spreadsheet } = found;
    switch (call) {
      case 'GET spreadsheet':
        return { status: 200, body: { spreadsheetId: id, ...spreadsheet.describe() } };
      case 'GET values:batchGet': {
        const ranges = query.getAll('ranges');
        const valueRanges = ranges.map((range) => valueRange(range, spreadsheet.read(range)));
        return { status: 200, body: { spreadsheetId: id, valueRanges } };
      }
      case 'GET values': {
        const range = query.get('range') ?? '';
        return { status: 200, body: valueRange(range, spreadsheet.read(range)) };
      }
      case 'POST values:batchUpdate': {
        const { valueInputOption, data } = batchValuesSchema.parse(body);
        writtenCells.push(spreadsheet.write(data, valueInputOption === 'RAW'));
        return { status: 200, body: { spreadsheetId: id, totalUpdatedCells: writtenCells.at(-1) } };
      }
      case 'POST values:batchClear': {
        const { ranges } = z.object({ ranges: z.array(z.string()) }).parse(body);
        spreadsheet.clear(ranges);
        return { status: 200, body: { spreadsheetId: id, clearedRanges: ranges } };
      }
      case 'POST batchUpdate':
        return { status: 200, body: { spreadsheetId: id, replies: spreadsheet.update(batchUpdateSchema.parse(body).requests) } };
      default:
        return problem(404, 'Not found', 'NOT_FOUND');
    }
  }

  function isOverQuota(method: 'GET' | 'POST'): boolean {
    const minute = Math.floor(now().getTime() / MINUTE);
    if (counted.minute !== minute) Object.assign(counted, { minute, GET: 0, POST: 0 });
    counted[method] += 1;
    return counted[method] > quota;
  }

  function usual(call: string, request: IncomingMessage, url: URL, text: string): Answer {
    if (isOverQuota(request.method === 'GET' ? 'GET' : 'POST'))
      return problem(429, 'Quota exceeded for quota metric of the Sheets API.', 'RESOURCE_EXHAUSTED');
    const [, id = '', range] = /^\/v4\/spreadsheets\/([^/:]+)(?:\/values\/(.+))?/.exec(url.pathname) ?? [];
    if (range !== undefined) url.searchParams.set('range', decodeURIComponent(range));
    const email = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    try {
      return answerCall(call, decodeURIComponent(id), url.searchParams, email, text === '' ? null : JSON.parse(text));
    } catch (error) {
      if (error instanceof Refused) return problem(error.status, error.message, 'INVALID_ARGUMENT');
      if (error instanceof z.ZodError) return problem(400, `Invalid JSON payload received: ${error.message}`, 'INVALID_ARGUMENT');
      throw error;
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const text = await readText(request);
    const call = callOf(request.method ?? 'GET', url.pathname);
    calls.push(call);
    const fault = faults.take(call);
    if (fault !== null && 'reset' in fault && fault.reset === 'before') return void request.socket.destroy();
    const answer =
      fault !== null && 'status' in fault
        ? {
            ...problem(fault.status, fault.message ?? 'The service is unavailable.', '', fault.reason),
            retryAfter: fault.retryAfter,
          }
        : call === 'POST token'
          ? await giveToken(text)
          : usual(call, request, url, text);
    if (fault !== null && 'reset' in fault) return void request.socket.destroy();
    const headers = answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(answer.body));
  }

  const { origin, close } = await serveStandIn('google', handle, port);

  return {
    origin,
    environment: { GOOGLE_SHEETS_API_URL: origin, GOOGLE_TOKEN_URL: origin },
    faults,
    calls,
    writtenCells,
    addServiceAccount: async (email) => {
      keys ??= generateKeyPair('RS256', { extractable: true });
      const { privateKey, publicKey } = await keys;
      const keyId = randomUUID();
      accounts.set(email, { keyId, publicKey });
      return {
        type: 'service_account',
        client_email: email,
        private_key_id: keyId,
        private_key: await exportPKCS8(privateKey),
        // Nobody may be led there by a key file.
        token_uri: 'https://attacker.example/token',
      };
    },
    removeServiceAccount: (email) => {
      accounts.delete(email);
      for (const [token, owner] of tokens) if (owner === email) tokens.delete(token);
    },
    endTokens: () => tokens.clear(),
    addSpreadsheet: (id, sharedWith) => {
      const spreadsheet = createSpreadsheet();
      spreadsheets.set(id, { spreadsheet, sharedWith });
      return spreadsheet;
    },
    unshare: (id) => {
      const found = spreadsheets.get(id);
      if (found !== undefined) found.sharedWith = [];
    },
    close,
  };
}

function callOf(method: string, path: string): string {
  if (path === '/token') return `${method} token`;
  const [, action = ''] = /^\/v4\/spreadsheets\/[^/:]+(?:\/|:)?(.*)$/.exec(path) ?? [];
  if (action === '') return `${method} spreadsheet`;
  return `${method} ${action.startsWith('values/') ? 'values' : action}`;
}

function valueRange(range: string, values: readonly (readonly unknown[])[]) {
  // The API leaves the field out where nothing is found.
  return { range, majorDimension: 'ROWS', ...(values.length === 0 ? {} : { values }) };
}

function problem(code: number, message: string, status: string, reason?: string): Answer {
  const details = reason === undefined ? {} : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] };
  return { status: code, body: { error: { code, message, status, ...details } } };
}
