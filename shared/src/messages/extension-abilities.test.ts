import { expect, test } from 'vitest';
import { canReadSections } from './extension-abilities.ts';

test.each(['0.2.0', '0.2.1', '0.3.0', '0.10.0', '1.0.0', '1.0.99', '10.0.0'])('version %s can read sections', (version) => {
  expect(canReadSections(version)).toBe(true);
});

test.each(['0.0.0', '0.0.99', '0.1.0', '0.1.99'])('version %s cannot read sections', (version) => {
  expect(canReadSections(version)).toBe(false);
});

test.each([
  '',
  '2',
  '0.2',
  '0.2.0.1',
  '0.2.x',
  'v0.2.0',
  ' 0.2.0',
  '0.2.0\n',
  '0.2.0-beta',
  '+1.2.0',
  '1e3.0.0',
  '٠.٢.٠',
  `${'9'.repeat(400)}.0.0`,
])('the malformed version %j cannot read sections', (version) => {
  expect(canReadSections(version)).toBe(false);
});
