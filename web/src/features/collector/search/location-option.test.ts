import type { FoundLocation } from '@leadloom/shared/contract/linkedin';
import { describe, expect, it } from 'vitest';
import { toLocationOption } from './location-option.ts';

const place = (change: Partial<FoundLocation>): FoundLocation => ({
  id: '1',
  ids: ['1'],
  name: 'Munich',
  label: 'Munich, Bavaria, Germany',
  country: 'Germany',
  kind: 'city',
  ...change,
});

describe('a place in the location field', () => {
  it.each([
    [{}, 'Bavaria, Germany · City'],
    [{ name: 'Germany', label: 'Germany', kind: 'country' }, 'Country'],
    [{ name: 'Bavaria', label: 'Bavaria, Germany', kind: 'state' }, 'Germany · State or province'],
    [{ name: 'Greater Munich Area', label: 'Greater Munich Area', kind: 'metro' }, 'Germany · Metro area'],
    [
      { name: 'London Area, United Kingdom', label: 'London Area, United Kingdom', country: 'United Kingdom', kind: 'metro' },
      'Metro area',
    ],
    [{ name: 'Africa', label: 'Africa', country: null, kind: 'region' }, 'Region'],
    [{ name: 'Brimfjord', label: 'Brimfjord, Norge', country: 'Norway', kind: null }, 'Norge'],
    [{ name: 'Brimfjord', label: 'Brimfjord', country: null, kind: null }, null],
  ] as const)('%j is shown with %s', (change, note) => {
    expect(toLocationOption(place(change)).note).toBe(note);
  });

  it('has all its numbers, and its whole name once it is chosen', () => {
    expect(toLocationOption(place({ ids: ['1', '2'] }))).toMatchObject({
      id: '1',
      ids: ['1', '2'],
      chosenName: 'Munich, Bavaria, Germany',
    });
  });
});
