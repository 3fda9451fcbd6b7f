import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { actionOf, refuseActions, useScreenActions } from './screen-actions.ts';
import { shortcuts } from './shortcuts.ts';
import { changing, exporting, type Needs } from './workspace/needs.ts';

afterEach(() => refuseActions(() => false));

function Screen() {
  useScreenActions([
    { label: 'Export', shortcut: shortcuts.exportRows, needs: exporting, run: () => undefined },
    { label: 'Save', shortcut: shortcuts.saveView, needs: changing, run: () => undefined },
  ]);
  return null;
}

const actionFor = (wanted: object) => actionOf((shortcut) => shortcut === wanted)?.label;

it('an action that the workspace refuses is not offered, and is again once it allows it', () => {
  render(<Screen />);
  expect(actionFor(shortcuts.exportRows)).toBe('Export');
  refuseActions((needs: Needs) => needs.right === 'export');
  expect(actionFor(shortcuts.exportRows)).toBeUndefined();
  expect(actionFor(shortcuts.saveView)).toBe('Save');
  refuseActions(() => false);
  expect(actionFor(shortcuts.exportRows)).toBe('Export');
});
