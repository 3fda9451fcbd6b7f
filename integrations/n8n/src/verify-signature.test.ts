import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './verify-signature.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = new Date('2026-03-31T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const BODY = '{"type":"alert.fired","data":{"title":"Größe"}}';

function sign(secret: string, { id = 'event', timestamp = String(SECONDS), body = BODY } = {}): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const verify = (changes: Readonly<Record<string, string | string[] | undefined>> = {}, body = BODY) => {
  const headers = {
    'webhook-id': 'event',
    'webhook-timestamp': String(SECONDS),
    'webhook-signature': sign(SECRET),
    ...changes,
  };
  return verifySignature({ headers, body: Buffer.from(body) }, SECRET, NOW);
};

describe('signatures of webhooks', () => {
  it('a signed request has the id of its event', () => {
    expect(verify()).toBe('event');
  });

  it('one of several signatures suffices, while an old secret still signs', () => {
    const old = sign(`whsec_${Buffer.alloc(32, 8).toString('base64')}`);
    expect(verify({ 'webhook-signature': `${old} ${sign(SECRET)}` })).toBe('event');
    expect(verify({ 'webhook-signature': `v2,abc ${old}` })).toBeNull();
  });

  it('another body, id or time is refused', () => {
    expect(verify({}, BODY.replace('fired', 'Fired'))).toBeNull();
    expect(verify({ 'webhook-id': 'other' })).toBeNull();
    expect(verify({ 'webhook-timestamp': String(SECONDS + 1) })).toBeNull();
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a request without %s is refused', (name) => {
    expect(verify({ [name]: undefined })).toBeNull();
    expect(verify({ [name]: [] })).toBeNull();
  });

  it.each([
    [300, 'event'],
    [-300, 'event'],
    [301, null],
    [-301, null],
  ])('a request signed %i seconds from now is judged by the tolerance', (distance, expected) => {
    const timestamp = String(SECONDS + distance);
    expect(verify({ 'webhook-timestamp': timestamp, 'webhook-signature': sign(SECRET, { timestamp }) })).toBe(expected);
  });

  it.each(['', 'v1,', 'v1,AAAA', 'nonsense', `${sign(SECRET).slice(0, -4)}AAA=`])(
    'the signature "%s" is refused',
    (signature) => {
      expect(verify({ 'webhook-signature': signature })).toBeNull();
    },
  );

  it('a secret of another form signs nothing', () => {
    const headers = { 'webhook-id': 'event', 'webhook-timestamp': String(SECONDS), 'webhook-signature': sign('whsec_') };
    expect(verifySignature({ headers, body: Buffer.from(BODY) }, '', NOW)).toBeNull();
  });
});
