import { describe, expect, it } from 'vitest';
import { isWhole, type MemberState, primaryOf } from './member-states.ts';

const leader: MemberState = { name: 'one', role: 'leader', state: 'running', timeline: 2 };
const synchronous: MemberState = { name: 'two', role: 'sync_standby', state: 'streaming', timeline: 2 };
const replica: MemberState = { name: 'three', role: 'replica', state: 'running', timeline: 2 };

describe('the members of a cluster', () => {
  it('a cluster is complete with a primary, a synchronous replica and another replica', () => {
    expect(isWhole([replica, leader, synchronous], 3)).toBe(true);
    expect(primaryOf([replica, leader, synchronous])).toBe('one');
  });

  it.each<[string, MemberState[]]>([
    ['one is missing', [leader, synchronous]],
    ['there is no primary', [{ ...leader, role: 'replica' }, synchronous, replica]],
    ['no replica is synchronous', [leader, { ...synchronous, role: 'replica' }, replica]],
    ['one is still starting', [leader, synchronous, { ...replica, state: 'starting' }]],
    ['one follows the former primary', [leader, synchronous, { ...replica, timeline: 1 }]],
    ['one does not say what it follows', [leader, synchronous, { ...replica, timeline: undefined }]],
  ])('are not whole while %s', (_case, members) => {
    expect(isWhole(members, 3)).toBe(false);
  });

  it('there is no primary if none answers', () => {
    expect(primaryOf([])).toBeNull();
  });
});
