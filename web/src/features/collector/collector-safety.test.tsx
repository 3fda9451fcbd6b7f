import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { anAllowance, failed, installed, succeeded } from '../../lib/extension-client/fake-extension.ts';
import { serverKeyStore } from '../../lib/extension-client/prove-server.ts';
import { allowLog, answersLinkedIn, backend, openCollector, rowOf, startFixture, table } from './testing/collector.fixture.tsx';
import { partOf, testEntry } from './testing/download.fixture.ts';

beforeEach(() => startFixture());

const allowancePanel = () => within(screen.getByRole('region', { name: 'Left today' }));

test('the first download shows the risk, and LinkedIn is not requested before it is accepted, not even for company names', async () => {
  backend.riskAcceptedAt = null;
  backend.list = [testEntry(1)];
  backend.companyIds = ['1035'];
  const { person } = await openCollector();
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.fetched).toEqual([]);

  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(backend.riskAcceptedAt).not.toBeNull();
});

test('the screen shows what is left today, hands over the signed catalogue, and explains a refusal', async () => {
  const handed: unknown[] = [];
  await openCollector({
    ...answersLinkedIn,
    checkExtension: ({ catalogue }) => {
      if (catalogue !== undefined) handed.push(catalogue.document);
      const refusal = { version: 3, refusal: 'older' } as const;
      return installed(
        anAllowance({
          profiles: { used: 12, limit: 12, continuesAt: Date.now() + 3_600_000 },
          searchPages: { used: 1, limit: 6, continuesAt: null },
          warmUpDay: 1,
          pause: { cause: 'throttled', until: Date.now() + 60_000 },
          catalogue: handed.length > 0 ? refusal : null,
        }),
      );
    },
  });
  expect(await allowancePanel().findByText('0 of 12')).toBeTruthy();
  expect(allowancePanel().getByText('5 of 6')).toBeTruthy();
  expect(allowancePanel().getByText(/^Continues at /)).toBeTruthy();
  expect(allowancePanel().getByText(/^Day 1 of 7/)).toBeTruthy();
  expect(allowancePanel().getByText(/^LinkedIn asked for a pause\. The extension sends no requests until /)).toBeTruthy();
  expect(await allowancePanel().findByText(/endpoint catalogue: it is older than one/)).toBeTruthy();
  expect(handed.length).toBe(1);
});

test('a key the extension learned by itself is shown for comparison until it is confirmed', async () => {
  const shown = () => screen.queryByText('1234 abcd');
  let isKeyConfirmed = false;
  serverKeyStore.setState({ fingerprint: '1234 abcd' });
  await openCollector({
    ...answersLinkedIn,
    checkExtension: () => succeeded({ ...installed().data, isKeyConfirmed }),
  });
  await waitFor(() => expect(shown()).toBeTruthy());
  isKeyConfirmed = true;
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(shown()).toBeNull());
});

test('an extension of an earlier version goes on, and one line says what it misses and how to renew it', async () => {
  backend.list = [testEntry(1)];
  let version = '0.1.0';
  const { person } = await openCollector({
    ...answersLinkedIn,
    checkExtension: () => succeeded({ ...installed().data, version }),
  });
  const line = /^Version 0\.1\.0 of the extension still works/;
  expect((await screen.findByText(line)).textContent).toBe(
    'Version 0.1.0 of the extension still works, but people with more than ten employers may come back with roles missing.',
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(screen.getByText('How to renew it'));
  const link = screen.getByRole('link', { name: 'Download the extension, version 9.8.7' });
  expect(link.getAttribute('href')).toBe('/app/extension.zip');
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 1 downloaded.');

  version = '0.2.0';
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
});

test('an extension of this version or a later one is not to be renewed', async () => {
  await openCollector({ ...answersLinkedIn, checkExtension: () => succeeded({ ...installed().data, version: '0.2.0' }) });
  await allowancePanel().findAllByText(/^\d+ of \d+$/);
  expect(screen.queryByText(/of the extension still works/)).toBeNull();
});

test('a job waits for a used-up allowance, its entry says so, and it can be stopped', async () => {
  backend.list = [testEntry(1), testEntry(2)];
  const { person } = await openCollector({
    ...answersLinkedIn,
    fetchData: (request) =>
      request.url.includes('member-2&') ? failed('allowance_spent', 3600) : answersLinkedIn.fetchData?.(request),
  });
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText(/^Waiting until .+ Today’s allowance is used up\./);
  expect(within(await rowOf(2)).getByText('Waiting for its turn.')).toBeTruthy();
  expect(within(await rowOf(1)).getByText('ok')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('1 of 2 downloaded.');
  expect(screen.queryByText(/^Waiting until/)).toBeNull();
  await screen.findByRole('button', { name: 'Continue with 1 left' });
});

test('an entry that failed says why and can be retried by its own button', async () => {
  allowLog();
  backend.list = [testEntry(1), testEntry(2)];
  let isFaulty = true;
  const { person } = await openCollector({
    ...answersLinkedIn,
    fetchData: (request) =>
      isFaulty && request.url.includes('member-1&') ? failed('upstream_error') : answersLinkedIn.fetchData?.(request),
  });
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 2 downloaded, 1 could not be read.');
  expect(within(await rowOf(1)).getByText('LinkedIn answered with a server error.')).toBeTruthy();
  isFaulty = false;
  await person.click(table().getByRole('button', { name: 'Retry member-1' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(within(await rowOf(1)).getByText('ok')).toBeTruthy();
  expect(table().queryByRole('button', { name: 'Retry member-1' })).toBeNull();
  expect(backend.fetched.filter((url) => url.includes('member-1&') && partOf(url) === 'p1').length).toBe(1);
});

test('several addresses are added together', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  await person.type(screen.getByLabelText('Profile to visit'), 'linkedin.com/in/member-1\nlinkedin.com/in/member-2');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText('1 new, 1 already here');
});
