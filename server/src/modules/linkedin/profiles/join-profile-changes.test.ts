import { describe, expect, it } from 'vitest';
import { joinProfileChanges } from './join-profile-changes.ts';

const change = (field: string, before: string | number | null, after: string | number | null) => ({ field, before, after });

describe('joining the changes of one collection', () => {
  it('keeps what a field was at first and what it is in the end', () => {
    expect(
      joinProfileChanges([change('headline', 'a', 'b')], [change('headline', 'b', 'c'), change('email', null, 'e')]),
    ).toEqual([change('headline', 'a', 'c'), change('email', null, 'e')]);
  });

  it('drops a field that is again what it was', () => {
    expect(
      joinProfileChanges([change('headline', 'a', 'b'), change('email', null, 'e')], [change('headline', 'b', 'a')]),
    ).toEqual([change('email', null, 'e')]);
  });

  it('adds up entries that became others, and takes the number of a list from both ends', () => {
    const earlier = [change('experiences_changed', null, 2), change('educations', 1, 2)];
    const later = [change('experiences_changed', null, 1), change('educations', 2, 4)];
    expect(joinProfileChanges(earlier, later)).toEqual([change('experiences_changed', null, 3), change('educations', 1, 4)]);
  });
});
