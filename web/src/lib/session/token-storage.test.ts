import { expect, it } from 'vitest';
import { createTokenStorage } from './token-storage.ts';

it('the pair is stored under the names accessToken and refreshToken', () => {
  const storage = createTokenStorage(localStorage);
  storage.write({ accessToken: 'a', refreshToken: 'r' });
  expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual(['a', 'r']);
  expect(storage.read()).toEqual({ accessToken: 'a', refreshToken: 'r' });
  storage.clear();
  expect(localStorage.length).toBe(0);
  expect(storage.read()).toBeNull();
});

it('the pair is kept in memory if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const storage = createTokenStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(storage.read()).toBeNull();
  storage.write({ accessToken: 'a', refreshToken: 'r' });
  expect(storage.read()).toEqual({ accessToken: 'a', refreshToken: 'r' });
  storage.clear();
  expect(storage.read()).toBeNull();
});
