import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { addConnectedOrigin, readConnectedOrigins, readSelfHostedOrigin, removeConnectedOrigins } from './connected-origins.ts';

describe('an address of a self-hosted Leadloom', () => {
  it.each([
    ['https://leads.example.com', 'https://leads.example.com'],
    [' https://Leads.Example.com/app/login?x=1#y ', 'https://leads.example.com'],
    ['leads.example.com', 'https://leads.example.com'],
    ['leads.example.com:8443/app', 'https://leads.example.com:8443'],
    ['https://leads.example.com:443', 'https://leads.example.com'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['http://172.20.0.5', 'http://172.20.0.5'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://nas.local:3000', 'http://nas.local:3000'],
    ['http://intranet', 'http://intranet'],
  ])('the address %s is read as %s', (typed, origin) => {
    expect(readSelfHostedOrigin(typed)).toBe(origin);
  });

  it.each([
    '',
    '   ',
    'http://leads.example.com',
    'http://172.32.0.1',
    'http://8.8.8.8',
    'http://10.evil.example',
    'https://user:secret@leads.example.com',
    'https://www.linkedin.com',
    'https://linkedin.com/app',
    'ftp://leads.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://extensions',
    'https://',
    'not an address',
    `https://${'a'.repeat(3000)}.example`,
  ])('the address %j is refused', (typed) => {
    expect(readSelfHostedOrigin(typed)).toBeNull();
  });
});

describe('connected origins', () => {
  it('connected origins are stored once each, and removed one by one', async () => {
    await addConnectedOrigin('https://one.example.com');
    await addConnectedOrigin('https://two.example.com');
    await addConnectedOrigin('https://one.example.com');
    expect(await readConnectedOrigins()).toEqual(['https://one.example.com', 'https://two.example.com']);
    await removeConnectedOrigins(['https://one.example.com', 'https://never.example.com']);
    expect(await readConnectedOrigins()).toEqual(['https://two.example.com']);
  });

  it('unreadable origins count as none', async () => {
    fakeBrowser.local.set('connectedOrigins', 'https://one.example.com');
    expect(await readConnectedOrigins()).toEqual([]);
  });
});
