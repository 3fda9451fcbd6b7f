import { expect, it } from 'vitest';
import { isPressed, keyNames, shortcuts } from './shortcuts.ts';

const press = (key: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it('a shortcut with Ctrl is pressed with Ctrl or Command, and no other is', () => {
  expect(isPressed(shortcuts.palette, press('k', { ctrlKey: true }))).toBe(true);
  expect(isPressed(shortcuts.palette, press('K', { metaKey: true }))).toBe(true);
  expect(isPressed(shortcuts.palette, press('k'))).toBe(false);
  expect(isPressed(shortcuts.previousRecord, press('k', { ctrlKey: true }))).toBe(false);
  expect(isPressed(shortcuts.previousRecord, press('k'))).toBe(true);
  expect(isPressed(shortcuts.previousRecord, press('k', { altKey: true }))).toBe(false);
});

it('signs are pressed with Shift where a keyboard needs it', () => {
  expect(isPressed(shortcuts.keys, press('?', { shiftKey: true }))).toBe(true);
  expect(isPressed(shortcuts.search, press('/', { shiftKey: true }))).toBe(true);
});

it('a shortcut with Shift is not pressed without it', () => {
  expect(isPressed(shortcuts.selectRow, press(' '))).toBe(false);
  expect(isPressed(shortcuts.selectRow, press(' ', { shiftKey: true }))).toBe(true);
});

it('keys are written as on keyboards, also those of a Mac', () => {
  expect(keyNames(shortcuts.palette, false)).toEqual([['Ctrl', 'K']]);
  expect(keyNames(shortcuts.palette, true)).toEqual([['⌘', 'K']]);
  expect(keyNames(shortcuts.selectRow, false)).toEqual([['Shift', 'Space']]);
  expect(keyNames(shortcuts.moveToEnds, false)).toEqual([['Home'], ['End']]);
});
