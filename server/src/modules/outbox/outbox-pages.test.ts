import { describe, expect, it } from 'vitest';
import { linkify } from './outbox-pages.ts';

describe('links in a text', () => {
  it('links can be clicked, and everything else is text', () => {
    expect(linkify('see https://a.example/x?b=1&c=2 now')).toBe(
      'see <a href="https://a.example/x?b=1&amp;c=2" rel="noopener noreferrer">https://a.example/x?b=1&amp;c=2</a> now',
    );
    expect(linkify('<b>javascript:alert(1)</b>')).toBe('&lt;b&gt;javascript:alert(1)&lt;/b&gt;');
    expect(linkify('https://a.example/"onclick="x')).not.toMatch(/<a[^>]*onclick="x/);
    expect(linkify('http://[::1 is no address')).toBe('http://[::1 is no address');
    expect(linkify('')).toBe('');
  });
});
