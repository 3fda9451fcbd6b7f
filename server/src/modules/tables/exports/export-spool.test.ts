import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../../../testing/temporary-directory.ts';
import { createSpoolRoom } from './export-spool.ts';
import { spooledRows } from './spooled-rows.ts';

const limits = { total: 100, perAccount: 60 };

let parent: string;
beforeAll(async () => {
  parent = await makeTemporaryDirectory('spool');
});
afterAll(() => removeDirectory(parent));

async function roomWith(some: Partial<typeof limits> = {}) {
  const directory = join(parent, randomUUID());
  const errors: unknown[] = [];
  return { directory, errors, room: createSpoolRoom({ directory, ...limits, ...some, onError: (error) => errors.push(error) }) };
}

describe('what waits on disk', () => {
  it('spooled bytes are read in order, from an unlinked file', async () => {
    const { room, directory } = await roomWith();
    const spool = room.open(1);
    expect(await spool.take(10)).toBeNull();
    expect(await spool.append(Buffer.from('one two'))).toBe(true);
    expect(await readdir(directory)).toEqual([]);
    expect(String(await spool.take(3))).toBe('one');
    expect(await spool.append(Buffer.from(' three'))).toBe(true);
    expect(spool.waiting).toBe(10);
    expect(String(await spool.take(100))).toBe(' two three');
    expect(await spool.take(100)).toBeNull();
    await spool.close();
  });

  it('the spool is limited per account and in total, and reading or closing frees its space', async () => {
    const { room } = await roomWith();
    const [one, two, other] = [room.open(1), room.open(1), room.open(2)];
    expect(await one.append(Buffer.alloc(50))).toBe(true);
    expect(await two.append(Buffer.alloc(11))).toBe(false);
    expect(await two.append(Buffer.alloc(10))).toBe(true);
    expect(await other.append(Buffer.alloc(41))).toBe(false);
    expect(await other.append(Buffer.alloc(40))).toBe(true);
    await two.close();
    expect(await one.append(Buffer.alloc(10))).toBe(true);
    await one.take(59);
    expect(await other.append(Buffer.alloc(1))).toBe(false);
    await one.take(1);
    expect(await other.append(Buffer.alloc(20))).toBe(true);
    expect(await other.append(Buffer.alloc(1))).toBe(false);
    await other.close();
    expect(await room.open(3).append(Buffer.alloc(60))).toBe(true);
  });

  it('bytes are refused and the error is reported when the disk is full', async () => {
    const { room, directory, errors } = await roomWith();
    await writeFile(directory, 'no directory');
    const spool = room.open(1);
    expect(await spool.append(Buffer.from('x'))).toBe(false);
    expect(errors).toHaveLength(1);
    await spool.close();
    await spool.close();
  });
});

const piecesOf = (count: number) => Array.from({ length: count }, () => Buffer.alloc(100_000));

describe('rows between a database and a reader', () => {
  it('rows arrive in order, whichever side is faster and however little room there is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 400_000 }), { maxLength: 12 }),
        fc.constantFrom(0, 300_000, 10_000_000),
        fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
        async (sizes, total, pauses) => {
          const { room } = await roomWith({ total, perAccount: total });
          const spool = room.open(1);
          const written = new PassThrough();
          const { rows, over, sent } = spooledRows(written, spool);
          const chunks = sizes.map((size, index) => Buffer.alloc(size, index));
          const writing = (async () => {
            for (const chunk of chunks) if (!written.write(chunk)) await new Promise((resolve) => written.once('drain', resolve));
            written.end();
          })();
          const read: Buffer[] = [];
          let at = 0;
          for await (const chunk of rows) {
            read.push(chunk);
            for (let pause = pauses[at % pauses.length] ?? 0; pause > 0; pause -= 1) await turn();
            at += 1;
          }
          await writing;
          expect(await sent).toBeNull();
          expect(await over).toBeNull();
          expect(Buffer.concat(read).equals(Buffer.concat(chunks))).toBe(true);
          await spool.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('the database sends all rows without a reader while there is room', async () => {
    const { room } = await roomWith({ total: 20_000_000, perAccount: 20_000_000 });
    const spool = room.open(1);
    const { sent, drop } = spooledRows(Readable.from(piecesOf(150)), spool);
    expect(await sent).toBeNull();
    expect(spool.waiting).toBeGreaterThan(10_000_000);
    drop();
    await spool.close();
  });

  it('rows are discarded when the reader is gone, so that the database can finish', async () => {
    const { room } = await roomWith({ total: 0, perAccount: 0 });
    const spool = room.open(1);
    const { sent, drop, blockedMilliseconds } = spooledRows(Readable.from(piecesOf(50)), spool);
    while (blockedMilliseconds() === 0) await turn();
    drop();
    expect(await sent).toBeNull();
    await spool.close();
  });

  it('an error of the database reaches the reader', async () => {
    const { room } = await roomWith();
    const spool = room.open(1);
    const written = new PassThrough();
    const { sent, over } = spooledRows(written, spool);
    written.write('some');
    written.destroy(new Error('broken off'));
    expect(String(await sent)).toMatch(/broken off/);
    expect(String(await over)).toMatch(/broken off/);
    await spool.close();
  });
});
