/**
 * Time-based codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds, 6 digits. One step before and after
 * the current one is accepted, because clocks differ. Pure: used steps are recorded elsewhere.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32.ts';

export const STEP_SECONDS = 30;
const DIGITS = 6;
/** How many steps a clock may be wrong, in either direction. */
const TOLERATED_STEPS = 1;

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS);
}

/**
 * The code of one step.
 * @param digits 8 in the test vectors of the RFC
 */
export function codeOfStep(secret: Uint8Array, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const value = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/** The accepted steps with this code, oldest first. */
export function stepsOfCode(secret: Uint8Array, code: string, now: Date): number[] {
  const presented = Buffer.from(code);
  if (presented.length !== DIGITS) return [];
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * TOLERATED_STEPS + 1 }, (_, index) => current - TOLERATED_STEPS + index);
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), presented));
}

/** The content of the QR code for authenticator apps. */
export function otpauthUrl(secret: Uint8Array, email: string): string {
  const label = encodeURIComponent(`Leadloom:${email}`);
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Leadloom&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
