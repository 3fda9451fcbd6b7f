import { expect, it } from 'vitest';
import { isWhole, sectionLines } from './section-states.ts';

it('sections are told in the order of a profile, those of a later server last', () => {
  const lines = sectionLines({ skills_list: 'missing', experience: 'complete', profile: 'complete' });
  expect(lines.map(({ name }) => name)).toEqual(['Name and headline', 'Experience', 'Skills list']);
});

it.each([
  [2, 'Incomplete: LinkedIn lists 2 more'],
  [0, 'Incomplete: LinkedIn sent only a part'],
  [null, 'Incomplete: LinkedIn sent only a part'],
])('a list that was cut short says by how much, where that is known: %s', (missing, text) => {
  expect(sectionLines({ experience: 'truncated' }, missing)[0]?.text).toBe(text);
});

it('a profile is whole when all of its sections are, and nothing is claimed of one without any', () => {
  expect(isWhole({ profile: 'complete', experience: 'complete' })).toBe(true);
  expect(isWhole({ profile: 'complete', contact: 'missing' })).toBe(false);
  expect(isWhole({})).toBeNull();
});
