/**
 * Calls of Salesforce's REST API. Short limits and hiccups are waited for here; what lasts longer is a failure of one of the kinds
 * in `connector.ts`. Sources: developer.salesforce.com, "REST API Developer Guide", "Status Codes and Error Responses", "API Request
 * Limits and Allocations".
 */
import { z } from 'zod';
import { pauseFor, type Sleep } from '../../sources/http/pause.ts';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp, SourceRequest } from '../../sources/http/source-http.ts';
import { parseJson, shortText } from '../answer-text.ts';
import { BusyDestination, LONGEST_WAIT, RefusedByDestination } from '../connector.ts';
import type { SalesforceToken } from './salesforce-token.ts';

const DATA = '/services/data/v62.0';
/** A query is a part of the address, which is 16,384 bytes long at most. */
const MAX_CONDITION = 8_000;
/** Pages of a query, of 2,000 records each, and the characters of all of them: any address can be entered as an organization's. */
const MAX_PAGES = 100;
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_TRIES = 6;
const SECOND = 1_000;
/** The limit counts the calls of the last 24 hours, so it ends bit by bit. */
const DAILY_PAUSE_MILLISECONDS = 3_600_000;
const BUSY_MILLISECONDS = 60_000;

const problemsSchema = z.array(z.object({ errorCode: z.string().default(''), message: z.string().default('') }));
const recordSchema = z.record(z.string(), z.unknown());
export type SalesforceRecord = z.infer<typeof recordSchema>;
const pageSchema = z.object({ records: z.array(recordSchema), nextRecordsUrl: z.string().nullish() });

/** Salesforce refused the content of a request; nothing of it was done. */
export class SalesforceRejection extends Error {}

export interface SalesforceCall {
  readonly method: SourceRequest['method'];
  /** With its query, after the version, such as `/sobjects/Account/describe`. */
  readonly path: string;
  readonly body?: object;
  /** Whether it may be sent again where it is unknown if the first one arrived; true where absent. */
  readonly isRepeatable?: boolean;
}

export interface SalesforceApi {
  /** @throws {SalesforceRejection} @throws {RefusedByDestination} @throws {BusyDestination} */
  call<Schema extends z.ZodType>(call: SalesforceCall, schema: Schema, signal: AbortSignal): Promise<z.infer<Schema>>;
  /** @param from `query`, or `queryAll`, which finds what is in the recycle bin as well @returns the records of all pages */
  query(from: 'query' | 'queryAll', soql: string, signal: AbortSignal): Promise<readonly SalesforceRecord[]>;
}

interface ApiParts {
  readonly http: SourceHttp;
  readonly token: SalesforceToken;
  readonly url: string;
  readonly sleep: Sleep;
  readonly now: () => Date;
}

interface Problem {
  readonly code: string;
  readonly message: string;
}

export function createSalesforceApi({ http, token, url, sleep, now }: ApiParts): SalesforceApi {
  async function sendOnce({ method, path, body }: SalesforceCall, accessToken: string, signal: AbortSignal) {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
    const request = { method, url: `${url}${DATA}${path}`, headers, signal };
    if (body === undefined) return http.send(request);
    const sent = { ...headers, 'content-type': 'application/json' };
    return http.send({ ...request, headers: sent, body: JSON.stringify(body) });
  }

  /** An access token ends after a while: one that is refused is replaced once. */
  async function send(call: SalesforceCall, signal: AbortSignal): Promise<SourceAnswer> {
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      const accessToken = await token.read(signal);
      const answer = await sendOnce(call, accessToken, signal);
      if (answer.status === 401) {
        if (isRenewed) return answer;
        token.forget(accessToken);
        isRenewed = true;
        continue;
      }
      const pause = pauseAfter(answer, call);
      if (pause === null) return answer;
      if (tries >= MAX_TRIES || pause > LONGEST_WAIT)
        throw new BusyDestination('Salesforce is busy.', after(Math.max(pause, BUSY_MILLISECONDS)));
      await pauseFor(pause, sleep, signal);
    }
  }

  /** @throws {BusyDestination} the daily limit is reached @returns null: there is nothing to wait for */
  function pauseAfter(answer: SourceAnswer, { isRepeatable = true }: SalesforceCall): number | null {
    const { status, headers } = answer;
    const asked = readRetryAfter(headers, now());
    if (status === 403 || status === 429) {
      const { code, message } = problemOf(answer);
      if (code !== 'REQUEST_LIMIT_EXCEEDED' && status === 403) return null;
      if (!/concurrent/i.test(message))
        throw new BusyDestination(
          'Salesforce’s daily limit of requests is reached.',
          after(Math.max(asked ?? 0, DAILY_PAUSE_MILLISECONDS)),
        );
      return asked ?? 2 * SECOND;
    }
    return status >= 502 && status <= 504 && isRepeatable ? (asked ?? 2 * SECOND) : null;
  }

  function after(milliseconds: number): Date {
    return new Date(now().getTime() + milliseconds);
  }

  async function answerOf(asked: SalesforceCall, signal: AbortSignal): Promise<string> {
    const answer = await send(asked, signal);
    if (answer.status < 200 || answer.status >= 300) throw failureOf(answer);
    return answer.text;
  }

  function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw new Error('Salesforce did not answer as its documentation says.', { cause: parsed.error });
    return parsed.data;
  }

  return {
    call: async (asked, schema, signal) => parse(await answerOf(asked, signal), schema),
    query: async (from, soql, signal) => {
      const found: SalesforceRecord[] = [];
      let path: string | null = `/${from}?q=${encodeURIComponent(soql)}`;
      let characters = 0;
      for (let pages = 1; path !== null; pages += 1) {
        const text: string = await answerOf({ method: 'GET', path }, signal);
        characters += text.length;
        if (pages > MAX_PAGES || characters > MAX_CHARACTERS) throw new Error('Salesforce answered more than was asked for.');
        const page: z.infer<typeof pageSchema> = parse(text, pageSchema);
        found.push(...page.records);
        const next = page.nextRecordsUrl ?? null;
        if (next !== null && !next.startsWith(`${DATA}/`))
          throw new Error('Salesforce did not answer as its documentation says.');
        path = next === null ? null : next.slice(DATA.length);
      }
      return found;
    },
  };
}

function failureOf(answer: SourceAnswer): Error {
  const { status } = answer;
  const { message } = problemOf(answer);
  if (status === 401) return new RefusedByDestination('Salesforce does not accept the access token that it gave.');
  if (status === 403) return new RefusedByDestination(`Salesforce refuses access: ${message}`);
  if (status === 400) return new SalesforceRejection(message);
  return new Error(`Salesforce answered ${status}: ${message}`);
}

function problemOf({ text, status }: SourceAnswer): Problem {
  const [problem] = problemsSchema.safeParse(parseJson(text)).data ?? [];
  return { code: problem?.errorCode ?? '', message: shortText(problem?.message ?? '') || `status ${status}` };
}

/** A text as SOQL writes it. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A text that occurs anywhere, as SOQL's `LIKE` writes it. */
export function containing(text: string): string {
  return `'%${text.replace(/[\\'%_]/g, '\\$&')}%'`;
}

/** Conditions in parts that fit into an address each. */
export function inAddresses(conditions: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    const own = encodeURIComponent(condition).length + 12;
    if (length + own > MAX_CONDITION) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(condition);
    length += own;
  }
  return parts;
}
