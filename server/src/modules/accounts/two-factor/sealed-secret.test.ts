import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.ts';

const key = randomBytes(32);
const secret = randomBytes(20);

describe('a sealed secret', () => {
  it('a sealed secret opens for its account with the server’s key', () => {
    const sealed = sealSecret([key], 7, secret);
    expect(openSecret([key], 7, sealed)).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(sealSecret([key], 7, secret)).not.toEqual(sealed);
  });

  it('a sealed secret does not open for another account or with another key', () => {
    const sealed = sealSecret([key], 7, secret);
    expect(openSecret([key], 8, sealed)).toBeNull();
    expect(openSecret([randomBytes(32)], 7, sealed)).toBeNull();
  });

  it('a sealed secret does not open with any byte changed, or truncated', () => {
    const sealed = sealSecret([key], 7, secret);
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(openSecret([key], 7, changed)).toBeNull();
      expect(openSecret([key], 7, sealed.subarray(0, place))).toBeNull();
    }
  });
});
