/**
 * The data API, called by the client's own transport: it tries again what a rate limit or a busy server refused, after the time in
 * `Retry-After`. Requests go through n8n, so that its proxies and its limits for addresses hold for them.
 */
import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import * as z from 'zod/mini';
import { createTransport, type Transport } from '../../../client/src/transport.ts';

export const API_BASE = '/api/v1';
/** The name of the credentials. */
export const CREDENTIALS = 'leadloomApi';
const RETRIES = 4;
/** A longer pause, as for a used-up month, is an error at once. */
const LONGEST_PAUSE_SECONDS = 60;

const credentialsSchema = z.object({ serverUrl: z.string(), apiKey: z.string() });
const methodSchema = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const answerSchema = z.object({
  statusCode: z.int(),
  // n8n hands over an object of the library that it calls with, not a plain one.
  headers: z.looseObject({}),
  body: z.optional(z.nullable(z.string())),
});

/** What n8n gives to every kind of function of a node. */
type Host = Pick<ILoadOptionsFunctions, 'getCredentials'> & {
  readonly helpers: Pick<ILoadOptionsFunctions['helpers'], 'httpRequest'>;
};

/** @throws {Error} with one sentence, where the address of the server is none */
export async function connect(host: Host): Promise<Transport> {
  const { serverUrl, apiKey } = credentialsSchema.parse(await host.getCredentials(CREDENTIALS));
  const origin = serverUrl.trim();
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol))
    throw new Error('Server Address must be an address such as https://leads.example.com.');
  const fetchByHost: typeof fetch = (address, init) => request(host, String(address), init);
  return createTransport({ origin, apiKey, fetch: fetchByHost, retries: RETRIES, maxWaitSeconds: LONGEST_PAUSE_SECONDS });
}

/** @throws what n8n throws where no answer arrived */
async function request({ helpers }: Host, url: string, { method, headers, body, signal }: RequestInit = {}): Promise<Response> {
  const options: IHttpRequestOptions = {
    url,
    method: methodSchema.parse(method),
    headers: Object.fromEntries(new Headers(headers)),
    encoding: 'text',
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    // The key is for this server alone.
    disableFollowRedirect: true,
    ...(typeof body === 'string' ? { body } : {}),
    ...(signal instanceof AbortSignal ? { abortSignal: signal } : {}),
  };
  const answer = answerSchema.parse(await helpers.httpRequest(options));
  const texts = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.body || null, { status: answer.statusCode, headers: texts });
}
