/** The collector in a shared workspace. */
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { backend, openCollector, rowOf, startFixture } from './testing/collector.fixture.tsx';
import { testEntry } from './testing/download.fixture.ts';

beforeEach(() => startFixture());

const REASON = 'You do not have the right “collect” in this workspace.';

test('a viewer adds no profile and starts no job by the keyboard either, and learns why', async () => {
  signInToWorkspace({ role: 'viewer' }, { linkedin_onboarded: true });
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  await person.type(screen.getByLabelText('Max Profiles To Download'), '{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start Job' })).toHaveFocus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REASON);
  await person.type(screen.getByLabelText('Profile to visit'), 'https://www.linkedin.com/in/maren-holt');
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Profile' })).toHaveFocus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REASON);
  expect(screen.getByLabelText('Profile to visit')).toHaveValue('https://www.linkedin.com/in/maren-holt');
  expect(backend.list).toEqual([testEntry(1)]);
  expect(backend.fetched).toEqual([]);
});
