/** The configured faults, their requests, and how often each still occurs. */
import type { Call } from '../wire/call.ts';

/** These kinds are answered instead of the real answer, before any check. */
export const instantKinds = [
  'csrf',
  'restricted',
  'unauthorized',
  'not-found',
  'gone',
  'stale-query',
  'throttled',
  'bot-block',
  'legal-block',
  'login-redirect',
  'self-redirect',
  'challenge-redirect',
  'other-host-redirect',
  'insecure-redirect',
  'off-list-redirect',
  'challenge-page',
  'session-killed',
  'graphql-errors',
  'null-section',
  'empty-section',
  'other-section',
  'other-member-rows',
  'deep-json',
  'server-error',
  'bad-gateway',
  'unavailable',
] as const;

/** The real answer, spoilt. */
export const alteredKinds = ['truncated-json', 'wrong-content-type', 'invalid-utf8'] as const;

/** A matter of time, size or the connection itself. */
export const streamKinds = ['slow', 'drip', 'endless', 'huge', 'gzip-bomb', 'reset', 'reset-midway'] as const;

export const faultKinds = [...instantKinds, ...alteredKinds, ...streamKinds] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultRule {
  readonly kind: FaultKind;
  /** An endpoint's name, the part of it before a slash, or a pattern for path and query. Without it: every API request. */
  readonly match?: string | RegExp | undefined;
  /** How often it fires; without it: for ever. */
  readonly times?: number | undefined;
  /** How many matching requests pass before it fires. */
  readonly after?: number | undefined;
  /** The status of a redirect; 302 by default. */
  readonly status?: number | undefined;
  /** The address to which a redirect leads. */
  readonly location?: string | undefined;
  /** The pause that `throttled` and `unavailable` name. */
  readonly retryAfterSeconds?: number | undefined;
  /** The time before the answer for `slow`, and between two bytes for `drip`. */
  readonly delayMs?: number | undefined;
  /** The most bytes for `huge`, `gzip-bomb` and `endless`; the number of levels for `deep-json`. */
  readonly size?: number | undefined;
}

export interface FaultBook {
  /** @returns takes the rule out again */
  readonly add: (rule: FaultRule) => () => void;
  readonly clear: () => void;
  /** The fault this request meets, counted as having fired. */
  readonly take: (call: Call) => FaultRule | undefined;
}

export function createFaultBook(): FaultBook {
  let entries: { readonly rule: FaultRule; passed: number; fired: number }[] = [];
  return {
    add: (rule) => {
      const entry = { rule, passed: 0, fired: 0 };
      entries.push(entry);
      return () => {
        entries = entries.filter((candidate) => candidate !== entry);
      };
    },
    clear: () => {
      entries = [];
    },
    take: (call) => {
      for (const entry of entries) {
        if (!isMatch(call, entry.rule.match) || entry.fired >= (entry.rule.times ?? Number.POSITIVE_INFINITY)) continue;
        if (entry.passed < (entry.rule.after ?? 0)) {
          entry.passed += 1;
          continue;
        }
        entry.fired += 1;
        return entry.rule;
      }
      return undefined;
    },
  };
}

function isMatch(call: Call, match: string | RegExp | undefined): boolean {
  if (match === undefined) return call.path.startsWith('/voyager/');
  // A global pattern remembers where it stopped; a fault must not.
  if (match instanceof RegExp) return call.url.search(match) >= 0;
  return call.endpoint === match || call.endpoint.startsWith(`${match}/`);
}
