import { describe, expect, it } from 'vitest';
import { describeUnreadable } from './unreadable-file.ts';

const expected = 'a CSV file';

describe('files that are chosen on a screen', () => {
  it('text and gzip pass', async () => {
    expect(await describeUnreadable(new File(['name\nA\n'], 'a.csv'), expected)).toBeNull();
    const gzip = new File([new Uint8Array([0x1f, 0x8b, 8])], 'a.gz');
    expect(await describeUnreadable(gzip, expected)).toBeNull();
  });

  it('a folder, which cannot be read, says so', async () => {
    const folder = new File(['x'], 'folder');
    const failing = () => Promise.reject(new DOMException('not readable', 'NotReadableError'));
    Object.defineProperty(folder, 'slice', { value: () => ({ arrayBuffer: failing }) });
    expect(await describeUnreadable(folder, expected)).toBe('folder could not be read. Choose a CSV file.');
  });
});
