/**
 * The text of a cursor: a position in a list, opaque to clients. It is signed, so that only positions issued by this
 * server are accepted, and its content can be trusted in a statement.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { deriveKeys, type SecretRing } from '../crypto/secret-ring.ts';
import { AppError } from './app-error.ts';

/** Bytes kept of a SHA-256: enough to rule out guessing. */
const SIGNATURE_BYTES = 12;
const BASE64URL = 'base64url';

export interface CursorSeal {
  /** @param value of JSON */
  seal(value: unknown): string;
  /** @throws {AppError} REQUEST.INVALID for a text that this server did not issue, or issued for another purpose */
  open<Value>(text: string, schema: z.ZodType<Value>): Value;
}

/** @param purpose which lists these cursors belong to; no other list accepts them */
export function createCursorSeal(secrets: SecretRing, purpose: string): CursorSeal {
  const keys = deriveKeys(secrets, `cursor of ${purpose}`);
  const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES);
  const isSigned = (signature: Buffer, text: string) =>
    signature.length === SIGNATURE_BYTES && keys.some((key) => timingSafeEqual(signature, sign(key, text)));
  return {
    seal(value) {
      const text = JSON.stringify(value);
      return Buffer.concat([sign(keys[0], text), Buffer.from(text)]).toString(BASE64URL);
    },
    open(text, schema) {
      const bytes = Buffer.from(text, BASE64URL);
      const [signature, value] = [bytes.subarray(0, SIGNATURE_BYTES), bytes.subarray(SIGNATURE_BYTES).toString()];
      const isOurs = isSigned(signature, value) && bytes.toString(BASE64URL) === text;
      const opened = isOurs ? schema.safeParse(JSON.parse(value)) : null;
      if (opened?.success !== true) throw cursorRefused('is not valid here. Start again with an empty cursor.');
      return opened.data;
    },
  };
}

/** @param detail what is wrong with the cursor, as the end of a sentence */
export function cursorRefused(detail: string): AppError {
  return new AppError('REQUEST.INVALID', { message: `cursor: ${detail}`, errors: [{ parameter: 'cursor', detail }] });
}

/** A short text for the filters of a walk, stored in its cursors. */
export function fingerprintOfFilters(filters: object): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest(BASE64URL).slice(0, 16);
}

/**
 * @param fingerprint the one in the cursor
 * @throws {AppError} REQUEST.INVALID if the request has other filters than the walk
 */
export function requireFiltersOfWalk(fingerprint: string, filters: object): void {
  if (fingerprint !== fingerprintOfFilters(filters))
    throw cursorRefused('belongs to other filters. Send the filters the walk started with.');
}

interface WalkOrder {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** @throws {AppError} REQUEST.INVALID if the request names another order than the walk's */
export function requireOrderOfWalk(
  walk: WalkOrder,
  requested: { readonly [Part in keyof WalkOrder]?: WalkOrder[Part] | undefined },
): void {
  if ((requested.sort ?? walk.sort) !== walk.sort || (requested.order ?? walk.order) !== walk.order)
    throw cursorRefused('belongs to another order. Send no order, or the one the walk started with.');
}
