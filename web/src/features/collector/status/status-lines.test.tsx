import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeExtension,
  type FakeHandlers,
  failed,
  installed,
  installFakeExtension,
  succeeded,
} from '../../../lib/extension-client/fake-extension.ts';
import { linkedInSilence } from '../../../lib/extension-client/linkedin-silence.ts';
import { forgetStatus, reportExtension, useExtensionStatus } from './extension-status.ts';
import { StatusLines } from './status-lines.tsx';

let extension: FakeExtension | undefined;

function Screen() {
  return <StatusLines {...useExtensionStatus()} isReadingCompanies={false} />;
}

function open(handlers: FakeHandlers): void {
  extension = installFakeExtension(handlers);
  render(<Screen />);
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const shown = () => screen.getAllByRole('status').map((line) => line.textContent);

beforeEach(() => {
  forgetStatus();
  vi.useFakeTimers();
});
afterEach(() => extension?.remove());

test('extension and cookies are checked two seconds after the screen opens', async () => {
  open({
    checkExtension: () => installed(),
    checkCookies: () => succeeded({ available: true }),
  });
  await pass(1_999);
  expect(shown()).toEqual(['Checking if extension is installed...', 'Checking if cookies are available...']);
  expect(extension?.received).toEqual([]);
  await pass(1);
  await vi.waitFor(() => expect(shown()).toEqual(['Leadloom Extension installed', 'Linkedin cookies available']));
});

test('no response counts as no, after four seconds for the extension and six for the cookies', async () => {
  open({});
  await pass(2_000 + 3_999);
  expect(shown()).toEqual(['Checking if extension is installed...', 'Checking if cookies are available...']);
  await pass(1);
  expect(shown()).toEqual(['Extension not Installed', 'Checking if cookies are available...']);
  await pass(1_999);
  expect(shown()[1]).toBe('Checking if cookies are available...');
  await pass(1);
  expect(shown()).toEqual(['Extension not Installed', 'Linkedin cookies not available']);
});

test('returning to the screen checks again, because signing in happens on another tab', async () => {
  let available = false;
  open({
    checkExtension: () => installed(),
    checkCookies: () => succeeded({ available }),
  });
  await pass(2_000);
  await vi.waitFor(() => expect(shown()[1]).toBe('Linkedin cookies not available'));
  available = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(shown()[1]).toBe('Linkedin cookies available'));
});

test('without a network it is said that LinkedIn cannot be reached, and the cookies are checked when it is back', async () => {
  let available = false;
  open({
    checkExtension: () => installed(),
    checkCookies: () => succeeded({ available }),
  });
  await pass(2_000);
  await vi.waitFor(() => expect(shown()[1]).toBe('Linkedin cookies not available'));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(shown()[1]).toBe('LinkedIn cannot be reached: you are offline.');
  available = true;
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(shown()[1]).toBe('Linkedin cookies available'));
});

test('cookies are not said to be missing while the server cannot prove itself to the extension', async () => {
  open({
    checkExtension: () => installed(),
    checkCookies: () => failed('unproved'),
  });
  await pass(2_000);
  await vi.waitFor(() => expect(shown()).toEqual(['Leadloom Extension installed', 'Linkedin cookies could not be checked']));
});

test('a disabled extension is noticed within four seconds of returning', async () => {
  open({
    checkExtension: () => installed(),
    checkCookies: () => succeeded({ available: true }),
  });
  await pass(2_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('Leadloom Extension installed'));
  extension?.remove();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(4_000);
  expect(shown()[0]).toBe('Extension not Installed');
  act(() => reportExtension(true));
  expect(shown()[0]).toBe('Leadloom Extension installed');
});

test('a LinkedIn that does not answer is shown while it is silent', async () => {
  open({ checkExtension: () => installed(), checkCookies: () => succeeded({ available: true }) });
  const silence = 'LinkedIn does not answer yet. The request goes on.';
  expect(shown()).not.toContain(silence);
  act(() => linkedInSilence.setState({ isSilent: true }));
  expect(shown()).toContain(silence);
  act(() => linkedInSilence.setState({ isSilent: false }));
  expect(shown()).not.toContain(silence);
});
