import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScanLimits, scanDepth } from './depth-scan.ts';

describe('scanDepth', () => {
  it('objects and arrays are counted, and nothing inside strings', () => {
    expect(scanDepth('{"a":[{"b":1}]}', upTo(3))).toBe('closed');
    expect(scanDepth('{"a":[{"b":1}]}', upTo(2))).toBe('too_deep');
    expect(scanDepth('["[[[[[[[[","{{{{{{"]', upTo(1))).toBe('closed');
  });

  it('escaped quotes and runs of backslashes are read correctly', () => {
    expect(scanDepth(JSON.stringify(['"[[[[', '\\', '\\"[[[', '\\\\']), upTo(1))).toBe('closed');
    expect(scanDepth('["\\\\",[[', upTo(2))).toBe('too_deep');
    expect(scanDepth('["\\\\\\"[[[[[", [1]]', upTo(2))).toBe('closed');
  });

  it('a text that ends in the middle is reported', () => {
    expect(scanDepth('{"a":[1,2', upTo(10))).toBe('unclosed');
    expect(scanDepth('{"a":"text', upTo(10))).toBe('unclosed');
    expect(scanDepth('{"a":"text\\"}', upTo(10))).toBe('unclosed');
  });

  it('nesting and escapes of a million characters are handled', () => {
    expect(scanDepth('['.repeat(1_000_000), upTo(200))).toBe('too_deep');
    expect(scanDepth('['.repeat(1_000_000), upTo(2_000_000))).toBe('unclosed');
    expect(scanDepth(`["${'\\\\'.repeat(500_000)}"]`, upTo(1))).toBe('closed');
    expect(scanDepth(`["${'\\"'.repeat(500_000)}"]`, upTo(1))).toBe('closed');
  });

  it('objects and arrays next to each other are counted too', () => {
    expect(scanDepth('[[],[],{}]', { depth: 5, nodes: 4, strings: 0 })).toBe('closed');
    expect(scanDepth('[[],[],{},[]]', { depth: 5, nodes: 4, strings: 0 })).toBe('too_many');
  });

  it('names and texts are counted', () => {
    expect(scanDepth('{"a":"b","c":1}', { depth: 5, nodes: 4, strings: 3 })).toBe('closed');
    expect(scanDepth('{"a":"b","c":"d"}', { depth: 5, nodes: 4, strings: 3 })).toBe('too_many');
  });

  it('the measured depth is that of the JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const depth = depthOf(value);
        const text = JSON.stringify(value);
        expect(scanDepth(text, upTo(depth))).toBe('closed');
        if (depth > 0) expect(scanDepth(text, upTo(depth - 1))).toBe('too_deep');
      }),
    );
  });
});

const upTo = (depth: number): ScanLimits => ({ depth, nodes: 2_000_000, strings: 2_000_000 });

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
