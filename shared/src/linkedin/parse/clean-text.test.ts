import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { joinTexts, longText, shortText } from './clean-text.ts';

describe('shortText', () => {
  it('a short text is one trimmed line', () => {
    expect(shortText('  Head \n of\u00a0\tTrains ')).toBe('Head of Trains');
    expect([shortText(''), shortText(' \n'), shortText('\u0000'), shortText(null), shortText(undefined)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('a short text never contains what a database refuses, nor exceeds its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 2_000 }), (text) =>
        [shortText(text), longText(text)].every(
          (cleaned) => cleaned === null || (cleaned.isWellFormed() && !cleaned.includes('\u0000') && cleaned.trim() === cleaned),
        ),
      ),
    );
    expect(shortText('x'.repeat(1_000_000))).toHaveLength(500);
  });
});

describe('longText', () => {
  it('a long text keeps its lines', () => {
    expect(longText(' One\r\n\r\n  two\u0007 \n')).toBe('One\n\n  two');
    expect(longText('x'.repeat(1_000_000))).toHaveLength(20_000);
  });
});

describe('joinTexts', () => {
  it('joined texts are separated by a blank line, without empty ones', () => {
    expect(joinTexts(['One ', '', ' Two'])).toBe('One\n\nTwo');
    expect(joinTexts([])).toBeNull();
    expect(joinTexts(Array.from({ length: 10 }, () => 'x'.repeat(1_000_000)))).toHaveLength(20_000);
  });
});
