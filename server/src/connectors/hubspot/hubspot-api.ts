/**
 * Calls of HubSpot's API with the access token of a private app. Short limits and hiccups are waited for here; what lasts longer
 * is a failure of one of the kinds in `connector.ts`. Sources: developers.hubspot.com, "Usage guidelines", "Error handling".
 */
import { z } from 'zod';
import { pauseFor, type Sleep, sleepFor } from '../../sources/http/pause.ts';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import { createSourceHttp, type SourceAnswer } from '../../sources/http/source-http.ts';
import { SourceError } from '../../sources/source-error.ts';
import { parseJson, shortText } from '../answer-text.ts';
import { BusyDestination, LONGEST_WAIT, RefusedByDestination } from '../connector.ts';

const REQUEST_MILLISECONDS = 60_000;
/** A hundred records with sixty long texts each. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TRIES = 6;
const BURST_MILLISECONDS = 10_000;
const SECOND = 1_000;
/** The daily limit ends at midnight in the time zone of the HubSpot account, which a refused call does not say. */
const DAILY_PAUSE_MILLISECONDS = 3_600_000;
const BUSY_MILLISECONDS = 60_000;

const problemSchema = z.object({
  message: z.string().default(''),
  category: z.string().default(''),
  policyName: z.string().nullish(),
});

/** HubSpot refused the content of a request; nothing of it was done. */
export class HubspotRejection extends Error {}

export interface HubspotCall {
  /** With its query, from `/crm`. */
  readonly path: string;
  /** Present: it is posted. */
  readonly body?: object;
  /** Whether it may be sent again where it is unknown if the first one arrived; true where absent. */
  readonly isRepeatable?: boolean;
}

export interface HubspotApi {
  /** @throws {HubspotRejection} for 400 and 409 @throws {RefusedByDestination} @throws {BusyDestination} */
  call<Schema extends z.ZodType>(call: HubspotCall, schema: Schema, signal: AbortSignal): Promise<z.infer<Schema>>;
  /** The status, where one of these is an answer as well. */
  statusOf(call: HubspotCall, statuses: readonly number[], signal: AbortSignal): Promise<number>;
}

interface ApiOptions {
  /** `HUBSPOT_API_URL`. */
  readonly url: string;
  readonly accessToken: string;
  readonly sleep?: Sleep | undefined;
  readonly now?: (() => Date) | undefined;
}

export function createHubspotApi({ url, accessToken, sleep = sleepFor, now = () => new Date() }: ApiOptions): HubspotApi {
  const http = createSourceHttp({
    allowedOrigins: [new URL(url).origin],
    timeoutMs: REQUEST_MILLISECONDS,
    maxBytes: MAX_BYTES,
  });
  const authorization = `Bearer ${accessToken}`;

  async function sendOnce({ path, body }: HubspotCall, signal: AbortSignal): Promise<SourceAnswer> {
    const headers = { authorization, accept: 'application/json' };
    try {
      if (body === undefined) return await http.send({ method: 'GET', url: `${url}${path}`, headers, signal });
      const posted = { ...headers, 'content-type': 'application/json' };
      return await http.send({ method: 'POST', url: `${url}${path}`, headers: posted, body: JSON.stringify(body), signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SourceError ? new Error('HubSpot could not be reached.', { cause: error }) : error;
    }
  }

  async function send(call: HubspotCall, signal: AbortSignal): Promise<SourceAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await sendOnce(call, signal);
      const pause = pauseAfter(answer, call, now());
      if (pause === null) return answer;
      if (tries === MAX_TRIES || pause > LONGEST_WAIT)
        throw new BusyDestination('HubSpot is busy.', after(Math.max(pause, BUSY_MILLISECONDS)));
      await pauseFor(pause, sleep, signal);
    }
  }

  /** @throws {BusyDestination} the daily limit is reached @returns null: there is nothing to wait for */
  function pauseAfter(answer: SourceAnswer, { isRepeatable = true }: HubspotCall, time: Date): number | null {
    const { status, headers } = answer;
    const asked = readRetryAfter(headers, time);
    if (status === 429) {
      const { policyName = '', message } = problemOf(answer);
      if (policyName === 'DAILY' || /daily limit/i.test(message))
        throw new BusyDestination('HubSpot’s daily limit of requests is reached.', after(DAILY_PAUSE_MILLISECONDS));
      return asked ?? (policyName === 'SECONDLY' ? SECOND : BURST_MILLISECONDS);
    }
    // The account is being moved to another data centre, which takes up to a day.
    if (status === 477) throw new BusyDestination('HubSpot is moving this account.', after(asked ?? DAILY_PAUSE_MILLISECONDS));
    if (status === 423) return asked ?? 2 * SECOND;
    return status >= 502 && status <= 504 && isRepeatable ? (asked ?? 2 * SECOND) : null;
  }

  function after(milliseconds: number): Date {
    return new Date(now().getTime() + milliseconds);
  }

  return {
    call: async (call, schema, signal) => {
      const answer = await send(call, signal);
      if (answer.status < 200 || answer.status >= 300) throw failureOf(answer);
      const parsed = schema.safeParse(answer.text === '' ? {} : parseJson(answer.text));
      if (!parsed.success) throw new Error('HubSpot did not answer as its documentation says.', { cause: parsed.error });
      return parsed.data;
    },
    statusOf: async (call, statuses, signal) => {
      const answer = await send(call, signal);
      if (statuses.includes(answer.status)) return answer.status;
      throw failureOf(answer);
    },
  };
}

function failureOf(answer: SourceAnswer): Error {
  const { status } = answer;
  const { message } = problemOf(answer);
  if (status === 401) return new RefusedByDestination('HubSpot does not accept the access token any more.');
  if (status === 403) return new RefusedByDestination(`HubSpot refuses access: ${message}`);
  if (status === 400 || status === 409) return new HubspotRejection(message);
  return new Error(`HubSpot answered ${status}: ${message}`);
}

function problemOf({ text, status }: SourceAnswer) {
  const read = problemSchema.safeParse(parseJson(text));
  const problem = read.success ? read.data : { message: '', category: '', policyName: null };
  return { ...problem, message: shortText(problem.message) || `status ${status}` };
}
