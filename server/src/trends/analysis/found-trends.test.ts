import { expect, it } from 'vitest';
import { describeTerm } from './found-trends.ts';

it('a sound is described by its title, or by its number without one', () => {
  const titles = new Map([['~7001', 'Harbour Song']]);
  expect(describeTerm('#dance', titles)).toEqual({ kind: 'hashtag', text: 'dance' });
  expect(describeTerm('~7001', titles)).toEqual({ kind: 'sound', text: 'Harbour Song' });
  expect(describeTerm('~7002', titles)).toEqual({ kind: 'sound', text: '7002' });
  expect(describeTerm('~~harbour', titles)).toEqual({ kind: 'sound', text: 'harbour' });
  expect(describeTerm('lantern', titles)).toEqual({ kind: 'word', text: 'lantern' });
});
