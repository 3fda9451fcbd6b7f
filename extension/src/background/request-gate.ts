/**
 * The gate every request passes before it is sent: checks whether it may still be sent today and records it.
 * Both are one step, and steps run one after another, so that only one of several simultaneous requests takes
 * the last one allowed. The record outlives the worker.
 */
import type { RequestMeter } from '@leadloom/shared/linkedin/request-meter';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import pLimit from 'p-limit';
import {
  type AllowanceFacts,
  type AllowanceRules,
  type CountedAllowance,
  type CountedRequest,
  describeAllowance,
  type Limits,
  waitFor,
} from '../state/allowance.ts';
import { countedOf, markOf, readFirstRequest, writeFirstRequest } from '../state/allowance-record.ts';
import { type Ledger, type LedgerTicket, readLedgerAtStart } from '../state/ledger.ts';
import { DAY } from '../state/ledger-buckets.ts';

export interface MeteredRequest {
  readonly endpoint: string;
  readonly meter: RequestMeter | null;
  /** The page's own id, if it gave one. */
  readonly requestId: string | undefined;
}

export type GateResult =
  /** `mark`: of the member the request is about. */
  | { readonly ok: true; readonly ticket: LedgerTicket; readonly mark: string | undefined }
  | { readonly ok: false; readonly error: MessageError };

export interface RequestGate {
  /** What `pass` would return, without recording: a refused request need not wait for a slot. */
  refusal(meter: RequestMeter | null): Promise<MessageError | null>;
  /** Rejects if nothing can be read or written: then nothing may be sent either. */
  pass(request: MeteredRequest): Promise<GateResult>;
  describe(): Promise<CountedAllowance>;
}

export interface RequestGateParts {
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly rules: AllowanceRules;
  /** The operators' limits where set; otherwise the given ones. */
  readonly readCeiling: (limits: Limits) => Promise<Limits>;
}

interface Memory {
  counted: CountedRequest[];
  firstRequest: number | null;
  isFirstRequestStored: boolean;
}

export function createRequestGate({ ledger, now, rules, readCeiling }: RequestGateParts): RequestGate {
  const oneAtATime = pLimit(1);
  let memory: Memory | undefined;

  async function load(): Promise<Memory> {
    const day = await readLedgerAtStart(now());
    return { counted: countedOf(day), firstRequest: await readFirstRequest(day, now()), isFirstRequestStored: false };
  }

  /** Future entries count as now: a clock that was set back makes nothing younger or older. */
  async function factsNow(): Promise<AllowanceFacts & { readonly memory: Memory }> {
    memory ??= await load();
    const current = memory;
    const moment = now();
    for (const request of current.counted) request.time = Math.min(request.time, moment);
    current.counted = current.counted.filter(({ time }) => time > moment - DAY);
    if (current.firstRequest !== null) current.firstRequest = Math.min(current.firstRequest, moment);
    const ceiling = await readCeiling(rules.limits);
    return {
      counted: current.counted,
      firstRequest: current.firstRequest,
      ceiling,
      warmUpDays: rules.warmUpDays,
      memory: current,
    };
  }

  function refusalOf(facts: AllowanceFacts, meter: RequestMeter | null, mark: string | undefined): MessageError | null {
    const until = waitFor(facts, meter, mark, now());
    if (until === null) return null;
    const seconds = Math.ceil((until - now()) / 1000);
    return { code: 'allowance_spent', retryAfterSeconds: Math.min(Math.max(seconds, 1), DAY / 1000) };
  }

  /**
   * Records the first request before anything is sent; once in a worker's life, because stored times may come from another
   * clock.
   */
  async function storeFirstRequest(known: Memory): Promise<void> {
    if (known.isFirstRequestStored) return;
    known.firstRequest ??= now();
    await writeFirstRequest(known.firstRequest);
    known.isFirstRequestStored = true;
  }

  return {
    refusal: (meter) => oneAtATime(async () => refusalOf(await factsNow(), meter, await markOfMeter(meter))),
    pass: ({ endpoint, meter, requestId }) =>
      oneAtATime(async () => {
        const mark = await markOfMeter(meter);
        const facts = await factsNow();
        const error = refusalOf(facts, meter, mark);
        if (error !== null) return { ok: false, error };
        await storeFirstRequest(facts.memory);
        const counted: CountedRequest = { time: now(), meter: meter?.kind ?? null, subject: mark };
        // The request counts even if writing fails: it may have been written.
        facts.memory.counted.push(counted);
        const ticket = await ledger.begin(
          {
            endpoint,
            ...(requestId === undefined ? {} : { requestId }),
            ...(meter === null ? {} : { meter: meter.kind }),
            ...(mark === undefined ? {} : { subject: mark }),
          },
          now(),
        );
        return { ok: true, mark, ticket: withUncounting(ticket, facts.memory, counted) };
      }),
    describe: () => oneAtATime(async () => describeAllowance(await factsNow(), now())),
  };
}

function withUncounting(ticket: LedgerTicket, memory: Memory, counted: CountedRequest): LedgerTicket {
  return {
    end: ticket.end,
    async withdraw() {
      await ticket.withdraw();
      memory.counted = memory.counted.filter((request) => request !== counted);
    },
  };
}

async function markOfMeter(meter: RequestMeter | null): Promise<string | undefined> {
  return meter?.kind === 'profiles' ? markOf(meter.subject) : undefined;
}
