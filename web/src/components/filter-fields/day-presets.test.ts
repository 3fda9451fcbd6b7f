import { expect, it } from 'vitest';
import { dayPresets } from './day-presets.ts';

it('presets of days end today and begin on days of UTC', () => {
  expect(dayPresets(new Date('2026-03-01T23:30:00-05:00'))).toEqual([
    { name: 'Last 30 days', from: '2026-01-31' },
    { name: 'Last 90 days', from: '2025-12-02' },
    { name: 'This year', from: '2026-01-01' },
    { name: 'Since 2024', from: '2024-01-01' },
  ]);
});
