import { describe, expect, it } from 'vitest';
import { proxyTest, totalConnections } from './connection-limits.ts';
import { descriptorLimit, parseDescriptorLimit } from './descriptors.ts';

describe('the limits of connections', () => {
  it('the total leaves descriptors for the database and files, and is bounded where there are many', () => {
    expect(totalConnections(1_024, 50)).toBe(866);
    expect(totalConnections(1_048_576, 50)).toBe(10_000);
    expect(totalConnections(Number.POSITIVE_INFINITY, 50)).toBe(10_000);
    expect(totalConnections(64, 50)).toBe(16);
  });

  it('the limit of open files is read as the system writes it', () => {
    const line = (soft: string) =>
      `Max stack size  8388608  unlimited  bytes\nMax open files            ${soft}  1048576   files\n`;
    expect(parseDescriptorLimit(line('400'))).toBe(400);
    expect(parseDescriptorLimit(line('unlimited'))).toBe(Number.POSITIVE_INFINITY);
    expect(parseDescriptorLimit('')).toBe(1_024);
    expect(descriptorLimit()).toBeGreaterThan(16);
  });

  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.9.9.9', true],
    ['::1', true],
    ['10.1.2.3', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8:1::5', true],
    ['2001:db8:2::5', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s is a proxy that the settings name: %s', (address, isNamed) => {
    expect(proxyTest(['loopback', '10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48'])(address)).toBe(isNamed);
    expect(proxyTest(null)(address)).toBe(false);
  });
});
