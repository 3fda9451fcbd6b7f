import { describe, expect, it } from 'vitest';
import { joinProfileChanges } from './join-profile-changes.ts';

const change = (field: string, before: string | number | null, after: string | number | null) => ({ field, before, after });

describe('joining the changes of one collection', () => {
  it('joined changes have the first and the last value of a field', () => {
    expect(
      joinProfileChanges([change('headline', 'a', 'b')], [change('headline', 'b', 'c'), change('email', null, 'e')]),
    ).toEqual([change('headline', 'a', 'c'), change('email', null, 'e')]);
  });

  it('a field that has its first value again is dropped', () => {
    expect(
      joinProfileChanges([change('headline', 'a', 'b'), change('email', null, 'e')], [change('headline', 'b', 'a')]),
    ).toEqual([change('email', null, 'e')]);
  });

  it('counts of changed entries are added up, and lengths of lists are those of the first and last value', () => {
    const earlier = [change('experiences_changed', null, 2), change('educations', 1, 2)];
    const later = [change('experiences_changed', null, 1), change('educations', 2, 4)];
    expect(joinProfileChanges(earlier, later)).toEqual([change('experiences_changed', null, 3), change('educations', 1, 4)]);
  });
});
