import 'fake-indexeddb/auto';
import { me } from '@leadloom/shared/contract/accounts';
import { completeOnboarding } from '@leadloom/shared/contract/linkedin';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FakeExtension,
  type FakeHandlers,
  installed,
  installFakeExtension,
  succeeded,
} from '../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

let isOnboarded: boolean | null = null;
let isSignedInToLinkedIn = false;
let extension: FakeExtension | undefined;

const present: FakeHandlers = {
  checkExtension: () => installed(),
  checkCookies: () => succeeded({ available: isSignedInToLinkedIn }),
};

beforeEach(() => {
  isOnboarded = null;
  isSignedInToLinkedIn = false;
  signInForTest();
  apiServer.use(
    answer(me, () => aUser({ linkedin_onboarded: isOnboarded })),
    answer(completeOnboarding, ({ body }) => {
      expect(body).toEqual({ completed: true });
      isOnboarded = true;
      return { msg: 'ok' };
    }),
  );
});

afterEach(() => extension?.remove());

const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).hasAttribute('disabled');

async function passBothChecks() {
  extension = installFakeExtension(present);
  isSignedInToLinkedIn = true;
  const app = renderApp('/linkedin/onboarding');
  const { person } = app;
  await person.click(await screen.findByRole('button', { name: 'Check Extension' }));
  await screen.findByText('Extension correctly installed');
  await person.click(button('Next'));
  await person.click(button('Check Cookies'));
  await screen.findByText('Cookies captured!');
  await person.click(button('Next'));
  await screen.findByText('Ready to go!');
  return app;
}

test('each step opens only once the previous check succeeded, and Finish leads to the collector', async () => {
  extension = installFakeExtension(present);
  const { person, location } = renderApp('/linkedin/onboarding');
  for (const label of ['Chrome Extension', 'Linkedin Access', 'Done']) await screen.findByText(label);
  const link = screen.getByRole('link', { name: 'Download the extension, version 9.8.7' });
  expect(link.getAttribute('href')).toBe('/app/extension.zip');
  expect(link.getAttribute('download')).toBe('leadloom-extension-9.8.7.zip');
  // What somebody with a package of a store connects in its popup.
  expect(screen.getByText(window.location.origin)).toBeTruthy();
  expect(isDisabled('Back')).toBe(true);
  expect(isDisabled('Next')).toBe(true);
  await person.click(button('Check Extension'));
  await screen.findByText('Extension correctly installed');
  await person.click(button('Next'));

  expect(isDisabled('Next')).toBe(true);
  expect(screen.getByText(/cookie values never leave this browser/)).toBeTruthy();
  await person.click(button('Check Cookies'));
  await screen.findByText('Cookies not available. Have you logged into Linkedin?');
  expect(isDisabled('Next')).toBe(true);
  isSignedInToLinkedIn = true;
  await person.click(button('Check Cookies'));
  await screen.findByText('Cookies captured!');

  await person.click(button('Back'));
  expect(isDisabled('Next')).toBe(false);
  await person.click(button('Next'));
  await person.click(button('Next'));
  await screen.findByText('Ready to go!');
  await person.click(button('Finish'));
  await waitFor(() => expect(location()).toBe('/linkedin/collector'), { timeout: 10_000 });
  await screen.findByText('Checking if extension is installed...');
});

test('the wizard says that an extension of an earlier version should be renewed, and goes on', async () => {
  extension = installFakeExtension({
    ...present,
    checkExtension: () => succeeded({ ...installed().data, version: '0.1.0' }),
  });
  const { person } = renderApp('/linkedin/onboarding');
  await person.click(await screen.findByRole('button', { name: 'Check Extension' }));
  await screen.findByText('Extension correctly installed');
  await screen.findByText(/^Version 0\.1\.0 of the extension still works/);
  expect(isDisabled('Next')).toBe(false);
});

test('an extension that does not respond counts as not installed after four seconds', async () => {
  const { person } = renderApp('/linkedin/onboarding');
  await person.click(await screen.findByRole('button', { name: 'Check Extension' }));
  expect(screen.queryByText(/Extension not Installed/)).toBeNull();
  await screen.findByText('Extension not Installed, install and check it again', {}, { timeout: 6_000 });
  expect(isDisabled('Next')).toBe(true);
});

test('when finishing fails the steps stay completed, the reason is shown, and it can be retried or reset', async () => {
  apiServer.use(
    answer(completeOnboarding, () => {
      throw refuse('SERVER.BUSY');
    }),
  );
  const { person, location } = await passBothChecks();
  await person.click(button('Finish'));
  await screen.findByText('All steps completed');
  await screen.findByText('The server is busy. Please try again in a moment.');
  expect(location()).toBe('/linkedin/onboarding');

  await person.click(button('Reset'));
  expect(isDisabled('Next')).toBe(true);
  expect(button('Check Extension')).toBeTruthy();
});

test('a member who is already onboarded is sent straight to the collector', async () => {
  isOnboarded = true;
  const { location } = renderApp('/linkedin/onboarding');
  await waitFor(() => expect(location()).toBe('/linkedin/collector'), { timeout: 10_000 });
});
