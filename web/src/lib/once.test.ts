import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('a value is made when it is first asked for, and kept', () => {
  const make = vi.fn(() => ({}));
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(1);
});
