import { expect, it } from 'vitest';
import { createRest } from './rest.ts';

function start() {
  let now = 0;
  const rest = createRest(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { rest, pass };
}

it('leaves out what fails for a second, then twice as long each time, and at most for half a minute', () => {
  const { rest, pass } = start();
  for (const length of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    expect(rest.isOut()).toBe(false);
    rest.fail();
    pass(length - 1);
    expect(rest.isOut()).toBe(true);
    pass(1);
  }
  rest.succeed();
  rest.fail();
  pass(1_000);
  expect(rest.isOut()).toBe(false);
});

it('says once that something fails, and once that it works again', () => {
  const { rest, pass } = start();
  expect(rest.succeed()).toBe(false);
  expect([rest.fail(), rest.fail()]).toEqual([true, false]);
  // This began before the failure.
  expect(rest.succeed()).toBe(false);
  pass(1_000);
  expect(rest.fail()).toBe(false);
  pass(2_000);
  expect([rest.succeed(), rest.succeed()]).toEqual([true, false]);
  expect(rest.fail()).toBe(true);
});
