import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { describe, expect, it } from 'vitest';
import { sectionsOf, whoseText } from './mine-and-shared.ts';

describe('mine and shared', () => {
  it('what is private says so, and what is shared names its author', () => {
    expect(whoseText({ visibility: 'private', created_by: 'ada@loom.example' }, 'ada@loom.example')).toBe('Private');
    expect(whoseText({ visibility: 'workspace', created_by: 'kim@loom.example' }, 'ada@loom.example')).toBe(
      'Shared by kim@loom.example',
    );
    expect(whoseText({ visibility: 'workspace', created_by: 'ada@loom.example' }, 'ada@loom.example')).toBe('Shared by you');
    expect(whoseText({ visibility: 'workspace', created_by: FORMER_MEMBER }, 'ada@loom.example')).toBe(
      'Shared by a former member',
    );
    expect(whoseText({ visibility: 'workspace' }, undefined)).toBe('Shared');
  });

  it('a shared workspace has a section of private things and one of shared things, each only where it holds something', () => {
    const [own, shared] = [
      { id: 1, visibility: 'private' as const },
      { id: 2, visibility: 'workspace' as const },
    ];
    expect(sectionsOf([shared, own], false)).toEqual([
      { title: 'Mine', entries: [own] },
      { title: 'Shared', entries: [shared] },
    ]);
    expect(sectionsOf([shared], false)).toEqual([{ title: 'Shared', entries: [shared] }]);
    expect(sectionsOf([], false)).toEqual([]);
  });

  it('a personal workspace has no such sections', () => {
    const entries = [{ id: 1, visibility: 'workspace' as const }, { id: 2 }];
    expect(sectionsOf(entries, true)).toEqual([{ title: null, entries }]);
  });
});
