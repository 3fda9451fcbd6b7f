import { expect, it } from 'vitest';
import { createTokenStorage } from './token-storage.ts';

it('keeps the pair under the names accessToken and refreshToken', () => {
  const storage = createTokenStorage(localStorage);
  storage.write({ accessToken: 'a', refreshToken: 'r' });
  expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual(['a', 'r']);
  expect(storage.read()).toEqual({ accessToken: 'a', refreshToken: 'r' });
  storage.clear();
  expect(localStorage.length).toBe(0);
  expect(storage.read()).toBeNull();
});

it('keeps the pair in memory where the browser refuses storage', () => {
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
