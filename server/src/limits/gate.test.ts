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
  it('lets in as many as there are slots, and the next when one leaves, first come first served', async () => {
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

  it('gives a slot back once, however often it is left', async () => {
    const gate = createGate({ ...limits, slots: 1 });
    const leave = await gate.enter(1, tooMany);
    leave();
    leave();
    await gate.enter(2, tooMany);
    expect(await hasResolved(gate.enter(3, tooMany))).toBe(false);
  });

  it('refuses an account that is in often enough, those in line included, and takes it again when one left', async () => {
    const gate = createGate({ ...limits, slots: 1 });
    const leave = await gate.enter(1, tooMany);
    const second = gate.enter(1, tooMany);
    await expect(gate.enter(1, tooMany)).rejects.toBe(tooMany);
    leave();
    await second;
    expect(await hasResolved(gate.enter(1, tooMany))).toBe(false);
  });

  it('gives an account a second slot only while enough are left for others, and calls in whoever has none first', async () => {
    const gate = createGate({ ...limits, slots: 4, keptForOthers: 2, waiting: 9 });
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

  it('lets an account have fewer slots than it may wait for', async () => {
    const gate = createGate({ ...limits, slots: 4, perAccount: 4, atOnce: 1 });
    const leave = await gate.enter(1, tooMany);
    const next = gate.enter(1, tooMany);
    expect(await hasResolved(next)).toBe(false);
    await gate.enter(2, tooMany);
    leave();
    expect(await hasResolved(next)).toBe(true);
  });

  it('refuses everybody once the line is full', async () => {
    const gate = createGate(limits);
    for (const account of [1, 2]) await gate.enter(account, tooMany);
    const inLine = [3, 4].map((account) => gate.enter(account, tooMany));
    await expect(gate.enter(5, tooMany)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    expect(await Promise.all(inLine.map(hasResolved))).toEqual([false, false]);
  });

  it('sends away whoever waited too long, and forgets them', async () => {
    const gate = createGate({ ...limits, slots: 1, waitMilliseconds: 5 });
    const leave = await gate.enter(1, tooMany);
    await expect(gate.enter(2, tooMany)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    leave();
    await gate.enter(2, tooMany);
  });

  it('forgets a caller who goes away, and never calls them in', async () => {
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
