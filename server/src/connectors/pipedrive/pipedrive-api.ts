/**
 * Calls of Pipedrive's API (v2) with the token of a user. Short limits and hiccups are waited for here; what lasts longer is a
 * failure of one of the kinds in `connector.ts`. Sources: pipedrive.readme.io, "Rate limiting", "HTTP status codes".
 */
import { z } from 'zod';
import { pauseFor, type Sleep } from '../../sources/http/pause.ts';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp, SourceRequest } from '../../sources/http/source-http.ts';
import { parseJson, shortText } from '../answer-text.ts';
import { BusyDestination, LONGEST_WAIT, RefusedByDestination } from '../connector.ts';

const MAX_TRIES = 6;
const SECOND = 1_000;
/** Requests are counted for two seconds. */
const BURST_MILLISECONDS = 2_000;
const MAX_BURST_MILLISECONDS = 60_000;
/** The budget of a day begins anew at a midnight that a refused call does not name. */
const DAILY_PAUSE_MILLISECONDS = 3_600_000;
const BUSY_MILLISECONDS = 60_000;

const problemSchema = z.object({ success: z.boolean(), error: z.string().default(''), error_info: z.string().nullish() });

/** Pipedrive refused the content of a request; nothing of it was done. */
export class PipedriveRejection extends Error {}

export interface PipedriveCall {
  readonly method: SourceRequest['method'];
  /** With its query, such as `/api/v2/organizations?limit=1`. */
  readonly path: string;
  readonly body?: object;
  /** Whether it may be sent again where it is unknown if the first one arrived; true where absent. */
  readonly isRepeatable?: boolean;
}

export interface PipedriveApi {
  /** @returns null: there is no such record @throws {PipedriveRejection} @throws {RefusedByDestination} @throws {BusyDestination} */
  call<Schema extends z.ZodType>(call: PipedriveCall, schema: Schema, signal: AbortSignal): Promise<z.infer<Schema> | null>;
}

interface ApiParts {
  readonly http: SourceHttp;
  readonly url: string;
  readonly token: string;
  readonly sleep: Sleep;
  readonly now: () => Date;
}

export function createPipedriveApi({ http, url, token, sleep, now }: ApiParts): PipedriveApi {
  async function sendOnce({ method, path, body }: PipedriveCall, signal: AbortSignal): Promise<SourceAnswer> {
    const headers = { 'x-api-token': token, accept: 'application/json' };
    const request = { method, url: `${url}${path}`, headers, signal };
    if (body === undefined) return http.send(request);
    return http.send({ ...request, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  async function send(call: PipedriveCall, signal: AbortSignal): Promise<SourceAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await sendOnce(call, signal);
      const pause = pauseAfter(answer, call);
      if (pause === null) return answer;
      if (tries === MAX_TRIES || pause > LONGEST_WAIT)
        throw new BusyDestination('Pipedrive is busy.', after(Math.max(pause, BUSY_MILLISECONDS)));
      await pauseFor(pause, sleep, signal);
    }
  }

  /** @throws {BusyDestination} the day's budget is used up @returns null: there is nothing to wait for */
  function pauseAfter(answer: SourceAnswer, { isRepeatable = true }: PipedriveCall): number | null {
    const { status, headers } = answer;
    if (status === 429) {
      const isDaily = headers.get('x-daily-ratelimit-token-remaining') === '0' || headers.get('x-daily-requests-left') === '0';
      if (isDaily || /daily/i.test(messageOf(answer)))
        throw new BusyDestination('Pipedrive’s daily limit of requests is reached.', after(DAILY_PAUSE_MILLISECONDS));
      const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * SECOND;
      const asked = readRetryAfter(headers, now()) ?? (Number.isFinite(reset) ? reset : BURST_MILLISECONDS);
      return Math.min(Math.max(asked, 0), MAX_BURST_MILLISECONDS);
    }
    // Who goes on in spite of 429 is shut out by Pipedrive's network for a while, with a page instead of an answer.
    if (status === 403 && !problemSchema.safeParse(parseJson(answer.text)).success)
      throw new BusyDestination('Pipedrive is busy.', after(10 * BUSY_MILLISECONDS));
    return status >= 502 && status <= 504 && isRepeatable ? (readRetryAfter(headers, now()) ?? 2 * SECOND) : null;
  }

  function after(milliseconds: number): Date {
    return new Date(now().getTime() + milliseconds);
  }

  return {
    call: async (call, schema, signal) => {
      const answer = await send(call, signal);
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status < 200 || answer.status >= 300) throw failureOf(answer);
      const parsed = schema.safeParse(parseJson(answer.text));
      if (!parsed.success) throw new Error('Pipedrive did not answer as its documentation says.', { cause: parsed.error });
      return parsed.data;
    },
  };
}

function failureOf(answer: SourceAnswer): Error {
  const { status } = answer;
  if (status === 401) return new RefusedByDestination('Pipedrive does not accept the API token any more.');
  if (status === 402) return new RefusedByDestination('The Pipedrive company is not paid for, or closed.');
  if (status === 403) return new RefusedByDestination(`Pipedrive refuses access: ${messageOf(answer)}`);
  if (status === 400 || status === 409 || status === 422) return new PipedriveRejection(messageOf(answer));
  return new Error(`Pipedrive answered ${status}: ${messageOf(answer)}`);
}

function messageOf({ text, status }: SourceAnswer): string {
  return shortText(problemSchema.safeParse(parseJson(text)).data?.error ?? '') || `status ${status}`;
}
