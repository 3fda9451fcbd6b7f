import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../http/workspace.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../testing/temporary-directory.ts';
import { createSpoolRoom } from './export-spool.ts';
import { recordChunks } from './record-counter.ts';
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
    const spool = room.open(personalWorkspaceOf(1));
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
    const [one, two, other] = [
      room.open(personalWorkspaceOf(1)),
      room.open(personalWorkspaceOf(1)),
      room.open(personalWorkspaceOf(2)),
    ];
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
    expect(await room.open(personalWorkspaceOf(3)).append(Buffer.alloc(60))).toBe(true);
  });

  it('bytes are refused and the error is reported when the disk is full', async () => {
    const { room, directory, errors } = await roomWith();
    await writeFile(directory, 'no directory');
    const spool = room.open(personalWorkspaceOf(1));
    expect(await spool.append(Buffer.from('x'))).toBe(false);
    expect(errors).toHaveLength(1);
    await spool.close();
    await spool.close();
  });
});

const PIECE_BYTES = 250_000;
/** A line of CSV. */
const lineOf = (size: number, at: number): Buffer =>
  size === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.alloc(size - 1, 97 + (at % 26)), Buffer.from('\n')]);
/** @param onAsked called for each line */
async function* copyOf(sizes: readonly number[], failure: Error | null = null, onAsked = () => {}): AsyncGenerator<Buffer> {
  for (const [at, size] of sizes.entries()) {
    onAsked();
    await turn();
    yield lineOf(size, at);
  }
  if (failure !== null) throw failure;
}
const piecesOf = (count: number) => Array.from({ length: count }, () => PIECE_BYTES);

describe('rows between a database and a reader', () => {
  it('rows arrive in order and are counted, whichever side is faster and however little room there is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 900_000 }), { maxLength: 20 }),
        fc.constantFrom(0, 600_000, 20_000_000),
        fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
        async (sizes, total, pauses) => {
          const { room } = await roomWith({ total, perAccount: total });
          const spool = room.open(personalWorkspaceOf(1));
          const { take, over, sent } = spooledRows(recordChunks(copyOf(sizes)), spool, 0);
          let isOver = false;
          void over.then(() => {
            isOver = true;
          });
          const read: Buffer[] = [];
          let rows = 0;
          for (let at = 0; !isOver; at += 1) {
            const chunk = take();
            if (chunk !== null) {
              read.push(chunk.bytes);
              rows += chunk.rows;
            }
            for (let pause = 1 + (pauses[at % pauses.length] ?? 0); pause > 0; pause -= 1) await turn();
          }
          expect(await sent).toBeNull();
          expect(await over).toBeNull();
          expect(Buffer.concat(read).equals(Buffer.concat(sizes.map(lineOf)))).toBe(true);
          expect(rows).toBe(sizes.filter((size) => size > 0).length);
          await spool.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('a reader who pauses for long has the rest written to disk', async () => {
    const { room } = await roomWith({ total: 20_000_000, perAccount: 20_000_000 });
    const spool = room.open(personalWorkspaceOf(1));
    const { sent, drop, take } = spooledRows(recordChunks(copyOf(piecesOf(100))), spool, 0);
    take();
    expect(await sent).toBeNull();
    expect(spool.waiting).toBeGreaterThan(10_000_000);
    drop();
    await spool.close();
  });

  it('the database waits, and nothing is written to disk, until somebody reads', async () => {
    const { room } = await roomWith({ total: 20_000_000, perAccount: 20_000_000 });
    const spool = room.open(personalWorkspaceOf(1));
    let asked = 0;
    const copy = copyOf(piecesOf(60), null, () => {
      asked += 1;
    });
    const { drop, take, blockedMilliseconds, sent } = spooledRows(recordChunks(copy), spool, 0);
    for (let before = -1; asked > before; ) {
      before = asked;
      for (let rest = 0; rest < 20; rest += 1) await turn();
    }
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThan(40);
    expect(spool.waiting).toBe(0);
    expect(blockedMilliseconds()).toBe(0);
    take();
    while (spool.waiting === 0) await turn();
    drop();
    expect(await sent).toBeNull();
    await spool.close();
  });

  it('rows are discarded when the reader is gone, so that the database can finish', async () => {
    const { room } = await roomWith({ total: 0, perAccount: 0 });
    const spool = room.open(personalWorkspaceOf(1));
    const { sent, drop, blockedMilliseconds, take } = spooledRows(recordChunks(copyOf(piecesOf(60))), spool);
    take();
    while (blockedMilliseconds() === 0) await turn();
    drop();
    expect(await sent).toBeNull();
    await spool.close();
  });

  it('a file without rows is over once it is asked for', async () => {
    const { room } = await roomWith();
    const { sent, over, take } = spooledRows(recordChunks(copyOf([])), room.open(personalWorkspaceOf(1)));
    expect(await sent).toBeNull();
    expect(await Promise.race([over, turn('not yet')])).toBe('not yet');
    expect(take()).toBeNull();
    expect(await over).toBeNull();
  });

  it('an error of the database reaches the reader', async () => {
    const { room } = await roomWith();
    const spool = room.open(personalWorkspaceOf(1));
    const { sent, over } = spooledRows(recordChunks(copyOf([4], new Error('broken off'))), spool);
    expect(String(await sent)).toMatch(/broken off/);
    expect(String(await over)).toMatch(/broken off/);
    await spool.close();
  });
});
