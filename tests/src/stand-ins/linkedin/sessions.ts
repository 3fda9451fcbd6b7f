/**
 * Signed-in sessions without a list of them: both cookies are derived from a number used once, so that a
 * restart keeps a browser signed in and any number of sessions costs no memory.
 */
import { createHmac } from 'node:crypto';
import type { Call } from './wire/call.ts';

export interface Session {
  /** Cookie values, as a browser stores them: the second one in quotes. */
  readonly liAt: string;
  readonly jsessionId: string;
  /** What the `csrf-token` header must say. */
  readonly csrfToken: string;
  readonly cookieHeader: string;
}

export type SessionVerdict = 'valid' | 'signed-out' | 'bad-csrf' | 'mismatched';

export interface Sessions {
  /** @param nonce letters and digits; part of the cookie, so a canary can be planted here */
  readonly issue: (nonce?: string) => Session;
  /** Ends every session issued so far. */
  readonly revokeAll: () => void;
  readonly judge: (call: Call) => SessionVerdict;
  readonly isSignedIn: (call: Call) => boolean;
}

export function createSessions(seed: number): Sessions {
  let epoch = 0;
  let issued = 0;

  const digest = (text: string) => createHmac('sha256', `stand-in ${seed} ${epoch}`).update(text).digest('hex');
  const liAtOf = (nonce: string) => `AQED${nonce}.${digest(nonce).slice(0, 32)}`;
  const csrfTokenOf = (liAt: string) =>
    `ajax:${BigInt(`0x${digest(`csrf ${liAt}`).slice(0, 15)}`)
      .toString()
      .padStart(19, '0')}`;
  const isIssued = (liAt: string) => {
    const nonce = /^AQED([A-Za-z0-9]{1,80})\./.exec(liAt)?.[1];
    return nonce !== undefined && liAtOf(nonce) === liAt;
  };
  const isSignedIn = (call: Call) => isIssued(call.cookies.get('li_at') ?? '');

  return {
    issue: (nonce) => {
      issued += 1;
      const liAt = liAtOf(nonce ?? `session${issued}`);
      const csrfToken = csrfTokenOf(liAt);
      const jsessionId = `"${csrfToken}"`;
      return { liAt, csrfToken, jsessionId, cookieHeader: `li_at=${liAt}; JSESSIONID=${jsessionId}` };
    },
    revokeAll: () => {
      epoch += 1;
    },
    isSignedIn,
    judge: (call) => {
      if (!isSignedIn(call)) return 'signed-out';
      const cookie = unquoted(call.cookies.get('JSESSIONID') ?? '');
      if (cookie === '' || call.headers['csrf-token'] !== cookie) return 'bad-csrf';
      return csrfTokenOf(call.cookies.get('li_at') ?? '') === cookie ? 'valid' : 'mismatched';
    },
  };
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}
