import { describe, expect, it } from 'vitest';
import { isLoopbackRequest } from './loopback.ts';

const from = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  isLoopbackRequest({ socket: { remoteAddress }, headers });

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) => {
    expect(from(address, { host: 'localhost:3000' })).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.example.com', undefined])(
    'does not come from %s',
    (address) => {
      expect(from(address, { host: 'localhost:3000' })).toBe(false);
    },
  );

  it.each(['127.0.0.1:3000', '[::1]:3000', 'localhost'])('names this machine as %s', (host) => {
    expect(from('127.0.0.1', { host })).toBe(true);
  });

  it.each(['leads.example.com', '127.0.0.1.example.com', ''])(
    'is refused under the name %j, which may only point here',
    (host) => {
      expect(from('127.0.0.1', { host })).toBe(false);
    },
  );

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('is refused when a proxy added %s', (header) => {
    expect(from('127.0.0.1', { host: 'localhost', [header]: '127.0.0.1' })).toBe(false);
  });
});
