import { describe, expect, it } from 'vitest';
import { hasEmailFormat } from './email-format.ts';

describe('hasEmailFormat', () => {
  it.each(['ada@example.com', ' ada@example.com ', "o'neil+news@mail.example.co.uk", 'a@b.io', 'ada@bücher.example'])(
    '%j has the form of an email address',
    (text) => {
      expect(hasEmailFormat(text)).toBe(true);
    },
  );

  it.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@@example.com', 'ada lace@example.com', 'ada@-example.com'])(
    '%j does not have the form of an email address',
    (text) => {
      expect(hasEmailFormat(text)).toBe(false);
    },
  );

  it('an address of more than 254 characters is refused', () => {
    const domain = `${'a'.repeat(60)}.`.repeat(4);
    expect(hasEmailFormat(`ada@${domain}com`)).toBe(true);
    expect(hasEmailFormat(`ada@${domain}example.com`)).toBe(false);
  });
});
