import { describe, expect, it } from 'vitest';
import { fileSystemSize, serverSettings } from './server-settings.ts';

const GIBIBYTE = 1024 ** 3;
const machine = { memory: 8 * GIBIBYTE, disk: 500 * GIBIBYTE, major: 17, isDurable: true };

describe('settings of the embedded database', () => {
  it.each([
    [500, '4096MB'],
    [80, '4096MB'],
    [20, '1024MB'],
    [1, '256MB'],
    [0, '256MB'],
  ])('on a disk of %i GB, the log of changes may take %s', (disk, size) => {
    expect(serverSettings({ ...machine, disk: disk * GIBIBYTE }).max_wal_size).toBe(size);
  });

  it.each([
    [1, '256MB', '16MB'],
    [8, '2048MB', '32MB'],
    [16, '2048MB', '64MB'],
    [64, '2048MB', '64MB'],
  ])('with %i GB of memory, the database shares %s, and a sort takes %s', (memory, shared, sort) => {
    const settings = serverSettings({ ...machine, memory: memory * GIBIBYTE });
    expect(settings).toMatchObject({ shared_buffers: shared, work_mem: sort });
  });

  it('only databases of tests may lose what they acknowledged', () => {
    expect(serverSettings(machine)).toMatchObject({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
    expect(serverSettings({ ...machine, isDurable: false })).toMatchObject({ fsync: 'off', synchronous_commit: 'off' });
  });

  it('older versions are not given settings that they do not know', () => {
    expect(serverSettings({ ...machine, major: 17 })).not.toHaveProperty('io_method');
    expect(serverSettings({ ...machine, major: 18 })).toHaveProperty('io_method');
  });

  it('the size of a file system that is not there is unknown', () => {
    expect(fileSystemSize('/there/is/no/such/directory')).toBe(0);
    expect(fileSystemSize('.')).toBeGreaterThan(0);
  });
});
