import { describe, expect, it } from 'vitest';
import { type AnswerFacts, classifyAnswer, retrySeconds } from './classify-answer.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const JSON_TYPE = 'application/vnd.linkedin.normalized+json+2.1; charset=UTF-8';
const facts = (changes: Partial<AnswerFacts>): AnswerFacts => ({
  isRedirect: false,
  status: 200,
  contentType: JSON_TYPE,
  retryAfter: null,
  beginning: '',
  ...changes,
});
const judge = (changes: Partial<AnswerFacts>) => classifyAnswer(facts(changes), NOW);

describe('an answer', () => {
  it.each([JSON_TYPE, 'application/json', 'application/json;charset=utf-8', 'application/vnd.x+json'])(
    'an answer of type %s is readable',
    (contentType) => expect(judge({ contentType })).toEqual({ kind: 'readable' }),
  );

  it.each([null, '', 'text/plain', 'application/octet-stream', 'text/json+html', 'application/jsonp', 'image/png'])(
    'an answer of type %s is not JSON',
    (contentType) => expect(judge({ contentType })).toEqual({ kind: 'error', code: 'not_json' }),
  );

  it.each<[string, Partial<AnswerFacts>, object]>([
    ['a redirect, whatever its status says', { isRedirect: true, status: 0, contentType: null }, { kind: 'redirect' }],
    [
      'a page instead of data',
      { contentType: 'text/html; charset=utf-8' },
      { kind: 'error', code: 'challenged', pauseSeconds: 3600 },
    ],
    ['400', { status: 400 }, { kind: 'error', code: 'stale_endpoint' }],
    ['401', { status: 401 }, { kind: 'error', code: 'signed_out', pauseSeconds: 600 }],
    ['403 for the token', { status: 403, contentType: 'text/plain', beginning: 'CSRF check failed.' }, { kind: 'csrf' }],
    [
      '403 for the member',
      { status: 403, beginning: '{"message":"This profile can\'t be accessed"}' },
      { kind: 'error', code: 'forbidden' },
    ],
    [
      '403 with a challenge',
      { status: 403, beginning: '{"challengeUrl":"/checkpoint/x"}' },
      { kind: 'error', code: 'challenged', pauseSeconds: 3600 },
    ],
    ['404', { status: 404 }, { kind: 'error', code: 'not_found' }],
    ['410', { status: 410 }, { kind: 'error', code: 'stale_endpoint' }],
    ['429', { status: 429 }, { kind: 'error', code: 'throttled', pauseSeconds: 900 }],
    ['429 with Retry-After', { status: 429, retryAfter: '42' }, { kind: 'error', code: 'throttled', pauseSeconds: 42 }],
    ['451', { status: 451 }, { kind: 'error', code: 'challenged', pauseSeconds: 3600 }],
    ['999', { status: 999, contentType: 'text/html' }, { kind: 'error', code: 'throttled', pauseSeconds: 3600 }],
    ['500', { status: 500 }, { kind: 'error', code: 'upstream_error' }],
    ['503', { status: 503, contentType: 'text/html' }, { kind: 'error', code: 'upstream_error' }],
    ['204', { status: 204 }, { kind: 'error', code: 'upstream_error' }],
  ])('an answer that is %s is classified correctly', (_, changes, verdict) => {
    expect(judge(changes)).toEqual(verdict);
  });
});

describe('Retry-After', () => {
  it.each<[string | null, number | undefined]>([
    [null, undefined],
    ['120', 120],
    [' 5 ', 5],
    ['0', 1],
    ['99999999', 86_400],
    [new Date(NOW + 90_000).toUTCString(), 90],
    [new Date(NOW - 90_000).toUTCString(), 1],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('Retry-After of %j means %s seconds', (header, seconds) => {
    expect(retrySeconds(header, NOW)).toBe(seconds);
  });
});
