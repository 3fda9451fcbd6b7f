import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { storeValues } from './stored-values.ts';

const open = (account: string) => storeValues(account, 'place', z.number());

afterEach(() => vi.restoreAllMocks());

test('a tab reads the value that another tab wrote last, whatever it wrote itself', async () => {
  const [here, there] = [open('two-tabs'), open('two-tabs')];
  await here.put('list', 11);
  await there.put('list', 40);
  expect(await here.get('list')).toBe(40);
  expect(await here.list()).toEqual([40]);
  await there.remove(['list']);
  expect(await here.get('list')).toBeNull();
  expect(await here.list()).toEqual([]);
});

test('a value is read as it was last written, awaited or not', async () => {
  const values = open('in-order');
  const writes = [1, 2, 3].map((page) => values.put('list', page));
  expect(await values.get('list')).toBe(3);
  await Promise.all(writes);
  expect(await values.list()).toEqual([3]);
});

test('a value that the browser refused to store is kept in the page until a later one is written', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [here, there] = [open('full-disk'), open('full-disk')];
  await here.put('list', 1);
  const refusal = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await here.put('list', 2);
  expect(await here.get('list')).toBe(2);
  expect(await there.get('list')).toBe(1);
  refusal.mockRestore();
  await here.put('list', 3);
  await there.put('list', 4);
  expect(await here.get('list')).toBe(4);
});
