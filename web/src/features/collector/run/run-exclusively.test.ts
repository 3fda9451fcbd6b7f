import { beforeEach, expect, test, vi } from 'vitest';

/** The module as another tab loads it: nothing in common but the browser. */
async function openTab() {
  vi.resetModules();
  return import('./run-exclusively.ts');
}

/** Work that lasts until it is told to end. */
function work() {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const action = vi.fn(() => over);
  return { action, end };
}

beforeEach(() => expect(navigator.locks ?? null).toBeNull());

test('without the browser’s locks, work of one tab is not started in another until it is finished', async () => {
  const [here, there] = [await openTab(), await openTab()];
  const { action, end } = work();
  const running = here.runExclusively(action, 'download');
  await vi.waitFor(() => expect(action).toHaveBeenCalled());
  const second = vi.fn().mockResolvedValue(undefined);
  expect(await there.runExclusively(second, 'download')).toBe(false);
  expect(second).not.toHaveBeenCalled();
  end();
  expect(await running).toBe(true);
  expect(await there.runExclusively(second, 'download')).toBe(true);
  expect(second).toHaveBeenCalledOnce();
});

test('work in one tab waits for its turn per kind, and reports when it has it', async () => {
  const { runExclusively, linkedInTurn } = await openTab();
  const { action, end } = work();
  const running = runExclusively(action);
  expect(await runExclusively(action)).toBe(false);
  await vi.waitFor(() => expect(linkedInTurn.getState().isTaken).toBe(true));
  expect(await runExclusively(async () => undefined, 'download')).toBe(true);
  end();
  expect(await running).toBe(true);
  expect(linkedInTurn.getState().isTaken).toBe(false);
});

test('failed work releases the turn and reports the failure', async () => {
  const { runExclusively } = await openTab();
  await expect(runExclusively(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await runExclusively(async () => undefined)).toBe(true);
});
