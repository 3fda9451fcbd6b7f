import { expect, it } from 'vitest';
import { isWhole, sectionLines } from './section-states.ts';

it('sections are listed in the order of a profile, with unknown ones last', () => {
  const lines = sectionLines({ skills_list: 'missing', experience: 'complete', profile: 'complete' });
  expect(lines.map(({ name }) => name)).toEqual(['Name and headline', 'Experience', 'Skills list']);
});

it.each([
  [2, 'Incomplete: LinkedIn lists 2 more'],
  [0, 'Incomplete: LinkedIn sent only a part'],
  [null, 'Incomplete: LinkedIn sent only a part'],
])('an incomplete list says how much is missing, if known: %s', (missing, text) => {
  expect(sectionLines({ experience: 'truncated' }, missing)[0]?.text).toBe(text);
});

it('a profile is complete if all its sections are, and unknown if it has none', () => {
  expect(isWhole({ profile: 'complete', experience: 'complete' })).toBe(true);
  expect(isWhole({ profile: 'complete', contact: 'missing' })).toBe(false);
  expect(isWhole({})).toBeNull();
});
