import { expect, it } from 'vitest';
import { isSafeDestination } from './leave-for.ts';

it.each(['https://checkout.example.com/pay/cs_1', 'http://localhost:3000/sandbox/checkout/cs_1'])(
  '%s may be navigated to',
  (url) => {
    expect(isSafeDestination(url)).toBe(true);
  },
);

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  'blob:https://example.com/1',
  'http://checkout.example.com/pay',
  'http://localhost:3001/sandbox',
  '//example.com',
  '/app/success',
  '',
])('%j is refused', (url) => {
  expect(isSafeDestination(url)).toBe(false);
});
