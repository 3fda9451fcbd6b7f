import { describe, expect, it } from 'vitest';
import { isLoopbackRequest } from './loopback.ts';

const from = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  isLoopbackRequest({ socket: { remoteAddress }, headers });

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])('a request from %s comes from this machine', (address) => {
    expect(from(address, { host: 'localhost:3000' })).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.example.com', undefined])(
    'a request from %s does not come from this machine',
    (address) => {
      expect(from(address, { host: 'localhost:3000' })).toBe(false);
    },
  );

  it.each(['127.0.0.1:3000', '[::1]:3000', 'localhost'])('%s is a name of this machine', (host) => {
    expect(from('127.0.0.1', { host })).toBe(true);
  });

  it.each(['leads.example.com', '127.0.0.1.example.com', ''])(
    'a request under the name %j is refused, because the name may only point here',
    (host) => {
      expect(from('127.0.0.1', { host })).toBe(false);
    },
  );

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('a request to which a proxy added %s is refused', (header) => {
    expect(from('127.0.0.1', { host: 'localhost', [header]: '127.0.0.1' })).toBe(false);
  });
});
