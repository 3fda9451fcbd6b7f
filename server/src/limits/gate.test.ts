import { describe, expect, it } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { createGate } from './gate.ts';

const tooMany = new AppError('EXPORT.BUSY');
const limits = { slots: 2, waiting: 2, waitMilliseconds: 60_000, perAccount: 2 };

/** Whether a promise has resolved once everything that is due has run. */
async function hasResolved(promise: Promise<unknown>): Promise<boolean> {
  let isResolved = false;
  promise.then(
    () => {
      isResolved = true;
    },
    () => undefined,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return isResolved;
}

describe('gate', () => {
  it('a gate admits as many callers as it has slots, and the longest waiting one when a slot is released', async () => {
    const gate = createGate(limits);
    const leave = await gate.enter(1, tooMany);
    await gate.enter(2, tooMany);
    const third = gate.enter(3, tooMany);
    const fourth = gate.enter(4, tooMany);
    expect(await hasResolved(third)).toBe(false);
    leave();
    expect(await hasResolved(third)).toBe(true);
    expect(await hasResolved(fourth)).toBe(false);
    (await third)();
    expect(await hasResolved(fourth)).toBe(true);
  });

  it('a slot is released once, however often its caller leaves', async () => {
    const gate = createGate({ ...limits, slots: 1 });
    const leave = await gate.enter(1, tooMany);
    leave();
    leave();
    await gate.enter(2, tooMany);
    expect(await hasResolved(gate.enter(3, tooMany))).toBe(false);
  });

  it('an account at its limit, queued calls included, is refused until one of its calls ends', async () => {
    const gate = createGate({ ...limits, slots: 1 });
    const leave = await gate.enter(1, tooMany);
    const second = gate.enter(1, tooMany);
    await expect(gate.enter(1, tooMany)).rejects.toBe(tooMany);
    leave();
    await second;
    expect(await hasResolved(gate.enter(1, tooMany))).toBe(false);
  });

  it('an account gets a second slot only while the reserved slots are free, and accounts without a slot come first', async () => {
    const gate = createGate({ ...limits, slots: 4, reservedSlots: 2, waiting: 9 });
    const leave = await gate.enter(1, tooMany);
    await gate.enter(1, tooMany);
    await gate.enter(2, tooMany);
    const second = gate.enter(2, tooMany);
    expect(await hasResolved(second)).toBe(false);
    await gate.enter(3, tooMany);
    const fourth = gate.enter(4, tooMany);
    leave();
    expect(await hasResolved(fourth)).toBe(true);
    expect(await hasResolved(second)).toBe(false);
  });

  it('an account may have fewer running calls than running and queued ones together', async () => {
    const gate = createGate({ ...limits, slots: 4, perAccount: 4, atOnce: 1 });
    const leave = await gate.enter(1, tooMany);
    const next = gate.enter(1, tooMany);
    expect(await hasResolved(next)).toBe(false);
    await gate.enter(2, tooMany);
    leave();
    expect(await hasResolved(next)).toBe(true);
  });

  it('without a number of slots, each account waits for itself alone', async () => {
    const gate = createGate({ waitMilliseconds: 60_000, perAccount: 3, atOnce: 1 });
    const leave = await gate.enter(1, tooMany);
    const waiting = [gate.enter(1, tooMany), gate.enter(1, tooMany)];
    await expect(gate.enter(1, tooMany)).rejects.toBe(tooMany);
    for (let account = 2; account < 100; account += 1) await gate.enter(account, tooMany);
    await gate.enter('all', tooMany);
    leave();
    expect(await Promise.all(waiting.map(hasResolved))).toEqual([true, false]);
  });

  it('without a number of slots, who waited too long for their own account is told so', async () => {
    const gate = createGate({ waitMilliseconds: 5, perAccount: 2, atOnce: 1 });
    await gate.enter(1, tooMany);
    await expect(gate.enter(1, tooMany)).rejects.toBe(tooMany);
  });

  it('every caller is refused while the queue is full', async () => {
    const gate = createGate(limits);
    for (const account of [1, 2]) await gate.enter(account, tooMany);
    const inLine = [3, 4].map((account) => gate.enter(account, tooMany));
    await expect(gate.enter(5, tooMany)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    expect(await Promise.all(inLine.map(hasResolved))).toEqual([false, false]);
  });

  it('a caller that waited too long is refused and leaves the queue', async () => {
    const gate = createGate({ ...limits, slots: 1, waitMilliseconds: 5 });
    const leave = await gate.enter(1, tooMany);
    await expect(gate.enter(2, tooMany)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    leave();
    await gate.enter(2, tooMany);
  });

  it('a caller that goes away leaves the queue and never gets a slot', async () => {
    const gate = createGate({ ...limits, slots: 1 });
    const leave = await gate.enter(1, tooMany);
    const caller = new AbortController();
    const gone = gate.enter(2, tooMany, caller.signal);
    const next = gate.enter(3, tooMany);
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow();
    leave();
    expect(await hasResolved(next)).toBe(true);
    await expect(gate.enter(2, tooMany, caller.signal)).rejects.toThrow('gone');
    // Neither try counts any more.
    (await next)();
    await gate.enter(2, tooMany);
  });
});
