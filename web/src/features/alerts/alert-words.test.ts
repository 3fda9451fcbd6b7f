import type { Alert } from '@leadloom/shared/contract/alerts';
import { expect, it } from 'vitest';
import { describeTimes } from './alert-words.ts';

const alert: Alert = {
  id: 1,
  name: 'Looms',
  watch: { kind: 'trends' },
  on: ['added'],
  fields: null,
  every: 'daily',
  at: '08:00',
  zone: 'Europe/Oslo',
  by: ['app'],
  destination_id: null,
  state: 'active',
  next_at: null,
  created_at: '2026-03-01T09:00:00.000Z',
};

it.each([
  [['app'], 'Daily at 08:00 (Europe/Oslo), in the app'],
  [['app', 'mail'], 'Daily at 08:00 (Europe/Oslo), in the app and by email'],
  [['app', 'webhook'], 'Daily at 08:00 (Europe/Oslo), in the app and by webhook'],
  [['app', 'mail', 'webhook'], 'Daily at 08:00 (Europe/Oslo), in the app, by email and by webhook'],
] as const)('every way of an alert is named: %j', (by, text) => {
  expect(describeTimes({ ...alert, by: [...by] })).toBe(text);
});
