import { describe, expect, it } from 'vitest';
import { formatShare } from './format-share.ts';

describe('a share', () => {
  it.each([
    [0, '0%'],
    [0.004, 'under 1%'],
    [0.5, '50%'],
    [0.999, '99%'],
    [1, '100%'],
  ])('the share %s is shown as %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});
