import { expect, test } from 'vitest';
import { planAdditions, profileKey, summarizeAddition } from './plan-additions.ts';

const none = new Set<string>();
const urlsOf = (typed: string, listed: ReadonlySet<string> = none) => planAdditions(typed, listed).accepted.map(({ url }) => url);

test.each([
  'https://www.linkedin.com/in/maren-holt',
  'http://linkedin.com/in/maren-holt/',
  'fr.linkedin.com/in/maren-holt?trk=x',
  '  https://www.linkedin.com/in/maren-holt/#about ',
])('%s is normalised', (typed) => {
  expect(urlsOf(typed)).toEqual(['https://www.linkedin.com/in/maren-holt']);
});

test.each([
  'https://www.linkedin.com/company/nordlys',
  'https://linkedin.com.evil.example/in/maren-holt',
  'maren-holt',
  'javascript:alert(1)',
  'https://www.linkedin.com/in/maren_holt',
  'https://www.linkedin.com/in/maren-holt/details/experience/',
  '',
])('%s is refused with the text as typed', (typed) => {
  expect(planAdditions(typed, none)).toEqual({
    accepted: [],
    problems: [{ line: typed, message: `"${typed}" doesn't seem a valid linkedin URL` }],
  });
});

test('an address that is already listed is refused in any spelling', () => {
  const listed = new Set([profileKey('https://www.linkedin.com/in/maren-holt')]);
  expect(planAdditions('http://de.linkedin.com/in/Maren-Holt/', listed)).toEqual({
    accepted: [],
    problems: [{ line: 'http://de.linkedin.com/in/Maren-Holt/', message: 'URL already exists' }],
  });
});

test('several lines are checked one by one, and empty ones do not count', () => {
  const plan = planAdditions('linkedin.com/in/a-1\n\n  nonsense\r\nlinkedin.com/in/b-2\nlinkedin.com/in/A-1\n', none);
  expect(plan.accepted.map(({ key }) => key)).toEqual(['a-1', 'b-2']);
  expect(plan.problems).toEqual([
    { line: 'nonsense', message: '"nonsense" doesn\'t seem a valid linkedin URL' },
    { line: 'linkedin.com/in/A-1', message: 'URL already exists' },
  ]);
});

test('letters of other scripts are accepted', () => {
  expect(urlsOf('https://www.linkedin.com/in/山田-花子')).toEqual([
    'https://www.linkedin.com/in/%E5%B1%B1%E7%94%B0-%E8%8A%B1%E5%AD%90',
  ]);
});

test('several lines get a combined message, and one line its own', () => {
  const listed = new Set([profileKey('https://www.linkedin.com/in/member-1')]);
  const plan = planAdditions('linkedin.com/in/member-1\nlinkedin.com/in/member-2\nlinkedin.com/in/member-3\nnonsense', listed);
  expect(summarizeAddition(plan, 2, 0)).toBe('2 new, 1 already here, 1 not valid');
  // One of the two was listed by another tab meanwhile.
  expect(summarizeAddition(plan, 1, 1)).toBe('1 new, 2 already here, 1 not valid');
  expect(summarizeAddition(planAdditions('linkedin.com/in/member-1', listed), 0, 0)).toBeNull();
  expect(summarizeAddition(planAdditions('linkedin.com/in/member-2', listed), 1, 0)).toBeNull();
});
