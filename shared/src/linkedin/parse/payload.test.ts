import { describe, expect, it } from 'vitest';
import { graphqlAnswer, restAnswer } from './fixtures/answer-form.ts';
import { ilka } from './fixtures/fictional-member.ts';
import { profileAnswer } from './fixtures/profile-answers.ts';
import { MAX_DEPTH, readPayload } from './payload.ts';

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const text = JSON.stringify(profileAnswer(ilka));

describe('readPayload', () => {
  it.each([
    ['a text', text],
    ['a value', profileAnswer(ilka)],
    ['a text inside a text', JSON.stringify(text)],
    ['a text after a byte-order mark and line breaks', `\ufeff\r\n ${text}`],
    ['a bare list', JSON.stringify([{ entityUrn: 'urn:li:fsd_profile:ACoAA1' }])],
  ])('%s is read as JSON', (_, content) => {
    expect(readPayload(content)).toMatchObject({ kind: 'json' });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['the word null', ' null '],
    ['no text', ''],
    ['white space', ' \n\t'],
    ['an empty object', {}],
    ['an empty object as text', '{}'],
    ['a 200 with every section null', graphqlAnswer('identityDashProfileComponentsBySectionType', null)],
    ['a 200 with null for data', { data: null, included: [] }],
  ])('%s is read as empty', (_, content) => {
    expect(readPayload(content)).toEqual({ kind: 'empty', status: null });
  });

  it.each([
    ['a page', '<!doctype html><title>Security Verification</title>'],
    ['a page after white space', '\n\n<html></html>'],
  ])('%s is recognised', (_, content) => {
    expect(readPayload(content)).toEqual({ kind: 'html', status: null });
  });

  it.each([
    [403, { data: { status: 403, message: 'That profile is out of reach' }, included: [] }],
    [410, { data: { status: 410 }, included: [] }],
    [429, { status: 429, code: 'TOO_MANY_REQUESTS' }],
    [999, JSON.stringify({ status: 999 })],
    [403, { challengeUrl: 'https://www.linkedin.com/checkpoint/challenge/x' }],
  ])('the status %i of an error body is read', (status, content) => {
    expect(readPayload(content)).toEqual({ kind: 'error', status });
  });

  it.each([
    ['normalized', { data: { errors: [{ message: 'Variable x is null' }], data: null }, included: [] }],
    ['plain', { errors: [{ message: 'Variable x is null' }], data: null }],
  ])('%s errors under a 200 are not taken for an answer', (_, content) => {
    expect(readPayload(content)).toEqual({ kind: 'errors_200', status: null });
  });

  it('an answer with both data and errors is read', () => {
    const answer = graphqlAnswer('identityDashProfilesById', { entityUrn: 'urn:li:fsd_profile:ACoAA1' });
    expect(readPayload({ ...answer, errors: [{ message: 'one field failed' }] })).toMatchObject({ kind: 'json' });
  });

  it('a truncated text differs from one that never was JSON', () => {
    expect(readPayload(text.slice(0, 2000))).toEqual({ kind: 'truncated', status: null });
    expect(readPayload('CSRF check failed.')).toEqual({ kind: 'not_json', status: null });
    expect(readPayload('{"a": oops}')).toEqual({ kind: 'not_json', status: null });
    expect(readPayload('"just a text"')).toEqual({ kind: 'not_json', status: null });
    for (const content of [7, true, Symbol('x'), () => 1, 1n])
      expect(readPayload(content)).toEqual({ kind: 'not_json', status: null });
  });

  it('nesting beyond the limit is refused, as text and as value', () => {
    expect(readPayload(nested(MAX_DEPTH + 1))).toEqual({ kind: 'too_deep', status: null });
    expect(readPayload(JSON.stringify(nested(MAX_DEPTH + 1)))).toEqual({ kind: 'too_deep', status: null });
    expect(readPayload(`{"a":${'['.repeat(100_000)}`)).toEqual({ kind: 'too_deep', status: null });
    expect(readPayload(nested(MAX_DEPTH - 1))).toMatchObject({ kind: 'json' });
  });

  it('reading ends for values that contain themselves, and for too many values', () => {
    const loop: Record<string, unknown> = { entityUrn: 'urn:li:fsd_profile:ACoAA1' };
    loop.again = [loop, loop];
    expect(readPayload(loop).kind).not.toBe('json');
    expect(readPayload({ elements: Array.from({ length: 400_001 }, () => []) })).toEqual({ kind: 'too_large', status: null });
    expect(readPayload(`[${'[],'.repeat(400_001)}[]]`)).toEqual({ kind: 'too_large', status: null });
    expect(readPayload(`[${' '.repeat(17 * 1024 * 1024)}]`)).toEqual({ kind: 'too_large', status: null });
  });

  it('every object with a URN is collected, wherever it is', () => {
    const answer = restAnswer(['urn:li:a:1'], [{ entityUrn: 'urn:li:a:1', inner: { deeper: [{ entityUrn: 'urn:li:b:2' }] } }]);
    const payload = readPayload(answer);
    expect(payload.kind === 'json' ? payload.entities.map((entity) => entity.entityUrn) : []).toEqual([
      'urn:li:collectionResponse:root',
      'urn:li:a:1',
      'urn:li:b:2',
    ]);
  });
});
