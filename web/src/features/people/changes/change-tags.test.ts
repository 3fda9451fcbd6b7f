import { describe, expect, it } from 'vitest';
import { changeTags, undoOf } from './change-tags.ts';

describe('a change of tags', () => {
  it.each([
    [['a'], { add: ['b'], remove: [] }, ['a', 'b']],
    [['Later'], { add: ['later'], remove: [] }, ['Later']],
    [['Later', 'b'], { add: [], remove: ['LATER'] }, ['b']],
    [['é'], { add: [], remove: ['e\u0301'] }, []],
    [['b'], { add: ['c', 'a'], remove: ['x'] }, ['a', 'b', 'c']],
  ])('tags are compared regardless of case: %j %j', (tags, change, after) => {
    expect(changeTags(tags, change)).toEqual(after);
  });

  it.each([
    [['a', 'b'], { add: ['b', 'c'], remove: ['a'] }],
    [['Later'], { add: ['later'], remove: ['nothing'] }],
    [[], { add: ['x'], remove: ['y'] }],
  ])('undoing a change restores the tags: %j %j', (tags, change) => {
    expect(changeTags(changeTags(tags, change), undoOf(tags, change))).toEqual(tags);
  });

  it('undoing a change keeps later changes', () => {
    const first = { add: ['first'], remove: ['gone'] };
    const undo = undoOf(['gone', 'kept'], first);
    const after = changeTags(changeTags(['gone', 'kept'], first), { add: ['second'], remove: [] });
    expect(changeTags(after, undo)).toEqual(['gone', 'kept', 'second']);
  });
});
