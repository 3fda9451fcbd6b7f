import { describe, expect, it } from 'vitest';
import { createKeyText, hashKeyText, readKeyId } from './key-text.ts';

describe('the text of an API key', () => {
  it('a key has all its parts, and the public ones reveal nothing of the secret', () => {
    const key = createKeyText();
    expect(key.text).toMatch(/^ll_live_[0-9A-Za-z]{46}$/);
    expect(key.text.startsWith(key.prefix)).toBe(true);
    expect(key.prefix).toBe(`ll_live_${key.id}`);
    expect(key.id).toHaveLength(8);
    expect(readKeyId(key.text)).toBe(key.id);
    expect(key.secretHash).toEqual(hashKeyText(key.text));
  });

  it('a key ends with the CRC32 of everything before it, in base 62', () => {
    const body = `ll_live_${'0'.repeat(40)}`;
    expect(readKeyId(`${body}1bOgXj`)).toBe('00000000');
    expect(readKeyId(`${body}000000`)).toBeNull();
  });

  it('a key with any single character changed is refused', () => {
    const { text } = createKeyText();
    for (let place = 0; place < text.length; place += 1) {
      const other = text.charAt(place) === 'x' ? 'y' : 'x';
      expect(readKeyId(text.slice(0, place) + other + text.slice(place + 1))).toBeNull();
    }
  });

  it.each(['', 'll_live_', 'x'.repeat(54), `ll_test_${'0'.repeat(46)}`, 'll_live_ü', `ll_live_${'0'.repeat(100_000)}`])(
    '%.20s is not a key',
    (text) => {
      expect(readKeyId(text)).toBeNull();
    },
  );

  it('a key with a line break or space around it is refused', () => {
    const { text } = createKeyText();
    for (const other of [`${text}\n`, ` ${text}`, `${text} `, text.toUpperCase()]) expect(readKeyId(other)).toBeNull();
  });

  it('keys never repeat and use every character', () => {
    const texts = Array.from({ length: 2000 }, () => createKeyText().text);
    expect(new Set(texts).size).toBe(2000);
    expect(new Set(texts.map((text) => text.slice(8)).join('')).size).toBe(62);
  });
});
