import { expect, it } from 'vitest';
import { passwordLengthProblem } from './password-length.ts';

it.each([
  ['', 'Password is too short'],
  ['12345', 'Password is too short'],
  ['123456', null],
  ['x'.repeat(40), null],
  ['x'.repeat(41), 'Password is too long'],
])('the password %j gets the message %j', (password, problem) => {
  expect(passwordLengthProblem(password)).toBe(problem);
});

it('a character outside the basic plane counts once', () => {
  expect(passwordLengthProblem('🧵'.repeat(5))).toBe('Password is too short');
  expect(passwordLengthProblem('🧵'.repeat(40))).toBeNull();
});
