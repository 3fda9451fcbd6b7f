/** Answers that come instead of the real one. */

import { collection, Entity } from '../dialect/node.ts';
import { positionUrn, types } from '../documents/urns.ts';
import { rootOf } from '../routes/graphql-routes.ts';
import {
  type Answer,
  documentAnswer,
  failure,
  graphqlErrors,
  htmlAnswer,
  nullRoot,
  redirectAnswer,
  textAnswer,
} from '../wire/answer.ts';
import { type Call, parameter } from '../wire/call.ts';
import type { FaultRule, instantKinds } from './fault-book.ts';

type InstantKind = (typeof instantKinds)[number];
type InstantFault = (call: Call, rule: FaultRule) => Answer;

const HOME = 'https://www.linkedin.com';
const EXPIRED = 'Expires=Thu, 01-Jan-1970 00:00:00 GMT; Path=/; Secure; HttpOnly; SameSite=None';

/**
 * The cookies that end a session, for the host and for both domains LinkedIn sets it for, since a browser removes only the
 * cookie of the same domain.
 */
const sessionEnds = ['', '; Domain=.www.linkedin.com', '; Domain=.linkedin.com'].map(
  (domain) => `li_at=delete me; Max-Age=0; ${EXPIRED}${domain}`,
);

const challengePage =
  '<!doctype html><html><head><title>Security Verification | LinkedIn</title></head>' +
  '<body><h1>Let’s do a quick security check</h1><form action="/checkpoint/challenge/verify"></form></body></html>';

const redirect =
  (target: (call: Call) => string): InstantFault =>
  (call, rule) =>
    redirectAnswer(rule.location ?? target(call), rule.status ?? 302);

export const loginAddress = (call: Call) => `${HOME}/uas/login?session_redirect=${encodeURIComponent(call.path)}`;
export const sameAddress = (call: Call) => `${HOME}${call.url}`;
export const csrfRefusal = () => textAnswer(403, 'text/plain', 'CSRF check failed.');

export const instantFaults: Readonly<Record<InstantKind, InstantFault>> = {
  csrf: csrfRefusal,
  restricted: (call) => failure(call, 403, "This profile can't be accessed"),
  unauthorized: (call) => failure(call, 401),
  'not-found': (call) => failure(call, 404),
  gone: (call) => failure(call, 410),
  'stale-query': (call) => failure(call, 400),
  throttled: (call, rule) => withRetryAfter(failure(call, 429), rule.retryAfterSeconds ?? 900),
  'bot-block': () => htmlAnswer(999, '<html><head><title>Request denied</title></head><body></body></html>'),
  'legal-block': () => htmlAnswer(451, '<html><head><title>Unavailable</title></head><body></body></html>'),
  'login-redirect': redirect(loginAddress),
  'self-redirect': redirect(sameAddress),
  'challenge-redirect': redirect(() => `${HOME}/checkpoint/challenge/AgStandIn`),
  'other-host-redirect': redirect(() => 'https://hostile.example.com/collect'),
  'insecure-redirect': redirect((call) => `http://www.linkedin.com${call.url}`),
  'off-list-redirect': redirect(() => `${HOME}/li/track`),
  'challenge-page': () => htmlAnswer(200, challengePage),
  'session-killed': (call) => redirectAnswer(sameAddress(call), 302, { 'set-cookie': sessionEnds }),
  'graphql-errors': (call) => graphqlErrors(call, "Variable 'profileUrn' has coerced Null value for NonNull type 'String!'"),
  'null-section': (call) => nullRoot(call, rootOf(call) ?? 'elements'),
  'empty-section': (call) => listOf(call, []),
  'other-section': (call) =>
    listOf(call, [`urn:li:fsd_profilePagedListComponent:(${requestedMember(call)},PYMK_RECOMMENDATION,NONE,en_US)`]),
  'other-member-rows': (call) =>
    listOf(
      call,
      [1, 2, 3].map((number) => positionUrn(OTHER_MEMBER, number)),
    ),
  'deep-json': (_call, rule) => deepJson(rule.size ?? 1_000_000),
  'server-error': (call) => failure(call, 500),
  'bad-gateway': () => htmlAnswer(502, '<html><body><h1>502 Bad Gateway</h1></body></html>'),
  unavailable: (call, rule) => withRetryAfter(failure(call, 503), rule.retryAfterSeconds ?? 30),
};

const OTHER_MEMBER = `ACoAA${'x'.repeat(34)}`;

/** The member in the address, as a list's own address would name them. */
function requestedMember(call: Call): string {
  return /^urn:li:fsd_profile:([\w-]+)$/.exec(parameter(call, 'profileUrn') ?? '')?.[1] ?? 'nobody';
}

/** A page of rows whose addresses are these, each with the fields of a position. */
function listOf(call: Call, urns: readonly string[]): Answer {
  const rows = urns.map(
    (urn) => new Entity(urn, types.position, types.position, { title: 'Not this member’s role', companyName: 'Elsewhere' }),
  );
  return documentAnswer(call, { kind: 'rest', body: collection({ start: 0, count: 100, total: rows.length }, rows), extra: [] });
}

export function isInstantKind(kind: string): kind is InstantKind {
  return Object.hasOwn(instantFaults, kind);
}

function withRetryAfter(answer: Answer, seconds: number): Answer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

function deepJson(levels: number): Answer {
  const body = `{"data":${'['.repeat(levels)}${']'.repeat(levels)},"included":[]}`;
  return textAnswer(200, 'application/vnd.linkedin.normalized+json+2.1; charset=UTF-8', body);
}
