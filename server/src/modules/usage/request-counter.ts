/**
 * Counts calls with an API key: one request of the month is taken before the call is served, so that parallel calls never
 * exceed the limit, and given back unless the call succeeds. The owner gets a mail when the month's requests are nearly or
 * completely used.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { limitHeaders, type MonthReading, secondsUntil, withoutMilliseconds } from '../../http/limit-headers.ts';
import type { KeyCaller } from '../../http/route.ts';
import { createGate } from '../../limits/gate.ts';
import type { Platform } from '../../platform.ts';
import { readMonth } from '../../time/calendar-month.ts';
import { createRequestTaker } from './request-taker.ts';
import { type Reservation, readUsage, refund, sendUsageNotice } from './usage.service.ts';

const REFUND_PATIENCE = 30_000;

interface Charge {
  readonly reservation: Reservation;
  readonly caller: KeyCaller;
}

/** Decorates `app.requestCounter`. */
export function installRequestCounter(app: FastifyInstance, platform: Platform): void {
  const takeRequest = createRequestTaker(platform);
  const charges = new WeakMap<FastifyRequest, Charge>();
  // Each refund writes the same row: more at once would wait for each other in the database.
  const refunds = createGate({ atOnce: 1, perAccount: Number.POSITIVE_INFINITY, waitMilliseconds: REFUND_PATIENCE });

  app.decorate('requestCounter', {
    async take(request: FastifyRequest, reply: FastifyReply, caller: KeyCaller, amount = 1): Promise<void> {
      const reservation = await takeRequest(caller.workspaceId, caller.month.limit, amount);
      if (reservation === null) throw await exhausted(platform, reply, caller);
      charges.set(request, { reservation, caller });
      setLimitHeaders(platform, reply, caller, monthOf(reservation, reservation.count));
    },

    async settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const charge = charges.get(request);
      if (charge === undefined) return;
      // A response that fails while it is sent is replaced by an error, which passes here again.
      charges.delete(request);
      const { reservation, caller } = charge;
      if (reply.statusCode >= 200 && reply.statusCode < 300) {
        await notifyOwner(platform, request, reservation);
        return;
      }
      try {
        const leave = await refunds.enter(caller.workspaceId, new AppError('SERVER.BUSY'));
        await refund(platform, reservation).finally(leave);
        setLimitHeaders(platform, reply, caller, monthOf(reservation, reservation.count - reservation.amount));
      } catch (error) {
        // The cause of the failed call may fail this too; the response is sent all the same.
        request.log.error({ err: error }, 'a request could not be refunded');
      }
    },
  });
}

/**
 * Notifies the owner before the response that used up the limit, so that a server killed afterwards owes no mail. This
 * happens twice a month.
 */
async function notifyOwner(platform: Platform, request: FastifyRequest, reservation: Reservation): Promise<void> {
  if (reservation.notice === null) return;
  try {
    await sendUsageNotice(platform, reservation);
  } catch (error) {
    request.log.error({ err: error }, 'the mail about a used limit could not be queued');
  }
}

function monthOf({ month, limit }: Reservation, count: number): MonthReading {
  return { count, limit, ...readMonth(new Date(month)) };
}

function setLimitHeaders({ now }: Platform, reply: FastifyReply, { speed }: KeyCaller, month: MonthReading): void {
  reply.headers(limitHeaders(speed, month, now()));
}

async function exhausted(platform: Platform, reply: FastifyReply, caller: KeyCaller): Promise<AppError> {
  const now = platform.now();
  // The count read with the key may be older than the last request.
  const { requestCount } = await readUsage(platform, caller.workspaceId, now);
  const { limit } = caller.month;
  const month = { count: requestCount, limit, ...readMonth(now) };
  setLimitHeaders(platform, reply, caller, month);
  return new AppError('QUOTA.REQUESTS_EXHAUSTED', {
    detail: `${requestCount} of ${limit} requests used. Resets ${withoutMilliseconds(month.end)}.`,
    retryAfterSeconds: secondsUntil(month.end, now),
    violatedPolicies: ['month'],
  });
}
