/**
 * Requests to be erased. A request by mail costs the same steps whatever is known of the person: nothing is looked up before
 * its email is confirmed, and then after the answer.
 */

import { createHash, randomBytes } from 'node:crypto';
import { ERASURE_LINK_DAYS, type Erasure, type ErasureChoice, erasureTouches } from '@leadloom/shared/contract/erasures';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { Connection } from '../../database/database.ts';
import { addressKey } from '../../http/address-key.ts';
import { AppError } from '../../http/app-error.ts';
import { type AttemptLimit, createAttempts } from '../../limits/attempts.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import { carryOutJob, countJob } from './erasure-jobs.service.ts';
import { erasureConfirmationMail, erasureRefusedMail } from './erasure-mails.ts';
import * as repository from './erasures.repository.ts';
import { type ErasureRequest, periodOf, readIdentity, readRequest, receivedAt } from './read-request.ts';

const DAY = 24 * 3600 * 1000;
/** How long an ended request stays in the list, to show that it was answered. */
const RETENTION_DAYS = 3 * 365;
const QUARTER_HOUR = 15 * 60;
/** Requests from one address. */
export const ASKING_LIMIT: AttemptLimit = { max: 20, windowSeconds: QUARTER_HOUR };
/** Mails to one email, whoever asks; further ones are silently left out. */
export const MAIL_LIMIT: AttemptLimit = { max: 3, windowSeconds: 24 * 3600 };

type Asking = Pick<Platform, 'config' | 'database' | 'databaseNow' | 'mailQueue' | 'now' | 'secrets'>;

/** @param address of the caller @throws {AppError} EMAIL.INVALID, REQUEST.INVALID, RATE.LIMITED */
export async function requestErasure(
  platform: Asking,
  request: ErasureRequest & { readonly email: string },
  address: string,
): Promise<void> {
  const { config, database, mailQueue, now } = platform;
  const attempts = createAttempts(platform);
  const wait = await attempts.take([{ key: `erasure ${addressKey(address)}`, limit: ASKING_LIMIT }]);
  if (wait !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds: wait });
  const named = readRequest(request);
  const { email } = named;
  if (email === null) throw new AppError('EMAIL.INVALID');
  const code = randomBytes(32).toString('base64url');
  await database.transaction(async (transaction) => {
    if ((await attempts.take([{ key: `mail erasure ${email}`, limit: MAIL_LIMIT }], transaction)) !== null) return;
    await repository.addErasure(transaction, {
      ...named,
      ...periodOf(now()),
      state: 'unconfirmed',
      origin: 'mail',
      codeHash: hashCode(code),
    });
    await mailQueue.enqueue(transaction, erasureConfirmationMail(email, config.publicUrl, code), noticeFor(null));
  });
  mailQueue.kick();
}

/**
 * Confirms a request. Confirming twice is no error, because links are opened twice.
 * @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT
 */
export async function confirmErasure({ database, queue, now }: Platform, code: string): Promise<Date> {
  const dueAt = await database.transaction(async (transaction) => {
    const found = await repository.findByCode(transaction, hashCode(code));
    if (found === null) throw new AppError('VERIFICATION.INCORRECT');
    if (found.state !== 'unconfirmed') return found.dueAt;
    if (found.requestedAt.getTime() < now().getTime() - ERASURE_LINK_DAYS * DAY) throw new AppError('VERIFICATION.EXPIRED');
    await repository.changeErasure(transaction, found.id, { state: 'open' });
    await queue.add(transaction, countJob, { id: found.id });
    return found.dueAt;
  });
  queue.kick(countJob);
  return dueAt;
}

/** @throws {AppError} EMAIL.INVALID, REQUEST.INVALID */
export async function enterErasure(
  platform: Pick<Platform, 'database' | 'queue' | 'now'>,
  actor: Actor,
  request: ErasureRequest,
): Promise<Erasure> {
  const { database, queue, now } = platform;
  const named = readIdentity(request);
  const period = periodOf(receivedAt(request.received_on, now()));
  const added = await database.transaction(async (transaction) => {
    const row = await repository.addErasure(transaction, { ...named, ...period, state: 'open', origin: 'letter' });
    await recordAction(platform, transaction, actor, { action: 'erasure.entered', target: row.id });
    await queue.add(transaction, countJob, { id: row.id });
    return row;
  });
  queue.kick(countJob);
  return describeErasure(added);
}

/** Starts the work of a request; it goes on after the response. @throws {AppError} ERASURE.NOT_FOUND, ERASURE.DECIDED */
export async function startErasure(
  platform: Pick<Platform, 'database' | 'queue' | 'now'>,
  actor: Actor,
  id: string,
  choice: ErasureChoice,
): Promise<Erasure> {
  const { database, queue } = platform;
  const started = await database.transaction(async (transaction) => {
    const found = await requireOpen(transaction, id);
    await repository.changeErasure(transaction, id, { state: 'running', choice });
    // The audit names the request and not the person, who is being erased.
    await recordAction(platform, transaction, actor, { action: 'erasure.carried_out', target: id });
    await queue.add(transaction, carryOutJob, { id });
    return { ...found, state: 'running' as const };
  });
  queue.kick(carryOutJob);
  return describeErasure(started);
}

/** @throws {AppError} ERASURE.NOT_FOUND, ERASURE.DECIDED */
export async function refuseErasure(
  platform: Pick<Platform, 'config' | 'database' | 'mailQueue' | 'now'>,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<Erasure> {
  const { config, database, mailQueue, now } = platform;
  const refused = await database.transaction(async (transaction) => {
    const found = await requireOpen(transaction, id);
    const ended = { state: 'refused', endedAt: now(), reason, touches: null } as const;
    await repository.changeErasure(transaction, id, ended);
    await recordAction(platform, transaction, actor, { action: 'erasure.refused', target: id });
    if (found.email !== null)
      await mailQueue.enqueue(transaction, erasureRefusedMail(found.email, reason, config.supportEmail), noticeFor(null));
    return { ...found, ...ended };
  });
  mailQueue.kick();
  return describeErasure(refused);
}

async function requireOpen(transaction: Connection, id: string): Promise<repository.StoredErasure> {
  const found = await repository.lockErasure(transaction, id);
  if (found === null || found.state === 'unconfirmed') throw new AppError('ERASURE.NOT_FOUND');
  if (found.state !== 'open') throw new AppError('ERASURE.DECIDED');
  return found;
}

export async function listErasures(
  { database }: Pick<Platform, 'database'>,
  { state, ...page }: PageQuery & { readonly state?: Erasure['state'] | undefined },
): Promise<{ data: Erasure[]; total: number }> {
  const { limit, offset } = rowsOfPage(page);
  const { rows, total } = await repository.listErasures(database, { state: state ?? null, skip: offset, take: limit });
  return { data: rows.map(describeErasure), total };
}

export async function forgetOldErasures({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY);
  await repository.deleteUnconfirmedBefore(database, before(ERASURE_LINK_DAYS));
  await repository.deleteEndedBefore(database, before(RETENTION_DAYS));
}

export function describeErasure(found: repository.StoredErasure): Erasure {
  const { id, state, origin, email, profileUrl, name, domain, message, requestedAt, dueAt, endedAt, reason, touches, waitsFor } =
    found;
  if (state === 'unconfirmed') throw new Error('a request that was not confirmed is nobody’s to see');
  return {
    id,
    state,
    by: origin,
    email,
    profile_url: profileUrl,
    name,
    domain,
    message,
    requested_at: requestedAt.toISOString(),
    due_at: dueAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    reason,
    touches: touches === null ? null : erasureTouches(touches),
    ...(state === 'running' && waitsFor !== null ? { waits_for_column_store: true } : {}),
  };
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
