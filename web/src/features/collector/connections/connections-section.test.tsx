import 'fake-indexeddb/auto';
import { saveUserJobs } from '@leadloom/shared/contract/linkedin';
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeExtension,
  type FakeHandlers,
  failed,
  installFakeExtension,
  succeeded,
} from '../../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../../testing/api.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { forgetRisk, riskNotice } from '../risk/risk-notice.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { connectionsBody, createListServer, type ListServer, listening, renderLists } from '../testing/listing.fixture.tsx';

let server: ListServer;
let extension: FakeExtension | undefined;
let asked: number[] = [];
let accounts = 0;

beforeEach(() => {
  asked = [];
  server = createListServer();
  apiServer.use(...server.handlers);
  forgetRisk();
  signInAsSomebodyNew();
});

afterEach(() => extension?.remove());

function signInAsSomebodyNew(): void {
  accounts += 1;
  signInForTest(`connections-${accounts}`);
}

type ConnectionsHandler = NonNullable<FakeHandlers['checkConnections']>;

/** Answers every listed page with its members, and all others with an empty one. */
function pagesOf(pages: Readonly<Record<number, string>>): ConnectionsHandler {
  return ({ page }) => {
    asked.push(page);
    return succeeded({ page, body: pages[page] ?? connectionsBody([]) });
  };
}

function open(checkConnections: ConnectionsHandler) {
  extension?.remove();
  extension = installFakeExtension({ ...listening, checkConnections });
  return renderLists();
}

/** The same account on a new page: a reload keeps what the browser stores. */
function reload(checkConnections: ConnectionsHandler) {
  const subject = `connections-${accounts}`;
  cleanup();
  signInForTest('somebody-else');
  signInForTest(subject);
  return open(checkConnections);
}

const section = () => within(document.getElementById('connection-profiles') ?? document.body);
/** The button is found by its text, because queries by role are slow. */
const getButton = () => section().findByText('Get from Connections');
const entries = () =>
  within(screen.getByRole('list', { name: 'Entries' }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);
const title = () => screen.findByText('Add from Linkedin Connections');

test('connections become entries page by page, until a page is empty', async () => {
  server.entries = [{ ...testEntry(0), id: crypto.randomUUID(), url: 'https://www.linkedin.com/in/member-2' }];
  const { person } = open(pagesOf({ 1: connectionsBody([1, 2]), 2: connectionsBody([3], 2) }));
  await waitFor(() => expect(entries()).toEqual(['member-2']));
  await person.click(await screen.findByRole('tab', { name: /^Add from Linkedin Connections/ }));
  await person.click(await section().findByRole('button', { name: 'Get from Connections' }));
  await section().findByText('All your connections were read. 2 new, 1 already here. 2 hidden members skipped.');
  expect(asked).toEqual([1, 2, 3]);
  expect(entries()).toEqual(['member-2', 'member-1', 'member-3']);
  expect(server.entries.length).toBe(3);
});

test('the page number is shown while it is fetched, and Stop finishes the current page and then offers to continue', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pages = pagesOf({ 1: connectionsBody([1]), 2: connectionsBody([2]), 3: connectionsBody([3]) });
  const { person } = open(async (request) => {
    if (request.page === 2) await held;
    return pages(request);
  });
  await person.click(await title());
  await person.click(await getButton());
  await section().findByText(/^Page 2… 1 new, 0 already here\.$/);
  expect(await getButton()).toBeDisabled();
  await person.click(section().getByLabelText('Stop reading connections'));
  release();
  await section().findByText('Stopped at page 3. 2 new, 0 already here.');
  expect(server.entries.length).toBe(2);

  await person.click(section().getByText('Continue at page 3'));
  await section().findByText('All your connections were read. 3 new, 0 already here.');
  expect(asked).toEqual([1, 2, 3, 4]);
});

test('after a reload the import continues at the page reached, or starts again', async () => {
  const { person } = open(({ page }) =>
    page === 2 ? failed('throttled', 600) : pagesOf({ 1: connectionsBody([1]) })({ page, candidate: anyCandidate }),
  );
  await person.click(await title());
  await person.click(await getButton());
  await section().findByText(/LinkedIn asked for a pause .* so reading has stopped\. .* You can continue at /);

  const pages = pagesOf({ 1: connectionsBody([1]), 2: connectionsBody([2]) });
  const again = reload(pages);
  await section().findByText('Stopped at page 2. 1 new, 0 already here.');
  await section().findByText(/You can continue at /);
  asked = [];
  await again.person.click(await section().findByText('Continue at page 2'));
  await section().findByText('All your connections were read. 2 new, 0 already here.');
  expect(asked).toEqual([2, 3]);

  asked = [];
  await again.person.click(await getButton());
  await section().findByText('All your connections were read. 0 new, 2 already here.');
  expect(asked).toEqual([1, 2, 3]);
  expect(section().queryByText(/^Continue/)).toBeNull();
});

test('a restart that fails keeps the position reached earlier', async () => {
  let isThrottled = false;
  const pages = pagesOf({ 1: connectionsBody([1]), 2: connectionsBody([2]) });
  const { person } = open((request) => (isThrottled || request.page === 3 ? failed('throttled') : pages(request)));
  await person.click(await title());
  await person.click(await getButton());
  await section().findByText('Continue at page 3');
  isThrottled = true;
  await person.click(await getButton());
  await section().findByText(/^Stopped at page 1/);
  reload(pages);
  await section().findByText('Continue at page 3');
});

test('entries are kept while the server is unavailable, and saved first when it is back', async () => {
  let attempts = 0;
  apiServer.use(
    answer(saveUserJobs, () => {
      attempts += 1;
      throw refuse('SERVER.UNAVAILABLE');
    }),
  );
  const pages = pagesOf({ 1: connectionsBody([1, 2]) });
  const { person } = open(pages);
  await person.click(await title());
  fakeTimers();
  await person.click(await getButton());
  await waitFor(() => expect(attempts).toBe(1));
  for (const seconds of [1, 4, 10]) {
    const before = attempts;
    await pass(seconds * 1_000);
    await waitFor(() => expect(attempts).toBe(before + 1));
  }
  await section().findByText(/The Leadloom server is not answering\. What was read is kept in this browser/);
  await section().findByText('Stopped at page 2. 0 new, 0 already here. 2 not saved yet.');
  vi.useRealTimers();

  apiServer.use(...server.handlers);
  const again = reload(pages);
  await section().findByText(/2 not saved yet\./);
  asked = [];
  await again.person.click(await section().findByText('Continue at page 2'));
  await section().findByText('All your connections were read. 2 new, 0 already here.');
  expect(asked).toEqual([2]);
  expect(server.entries.length).toBe(2);
});

const calls: readonly (readonly [MessageErrorCode, RegExp])[] = [
  ['bad_request', /The extension refused this request/],
  ['sender_not_allowed', /not connected to this address/],
  ['url_not_allowed', /The extension refused this request/],
  ['duplicate_request', /The extension refused this request/],
  ['rate_limited', /holding requests back/],
  ['allowance_spent', /24-hour allowance is used up.*You can continue at/],
  ['no_permission', /has no access to linkedin\.com/],
  ['signed_out', /LinkedIn has signed you out/],
  ['challenged', /check that you are human/],
  ['throttled', /asked for a pause/],
  ['redirected', /redirected the request/],
  ['forbidden', /does not show this page/],
  ['not_found', /does not show this page/],
  ['stale_endpoint', /none of the known ones works/],
  ['upstream_error', /servers failed several times in a row, .* You can continue at /],
  ['not_json', /could not be read/],
  ['too_large', /too large for the extension/],
  ['timeout', /did not answer in time/],
  ['offline', /cannot be reached/],
];

test.each(calls)('the error %s is explained, and the import can be started again', async (code, words) => {
  const { person } = open(() => failed(code, 7_200));
  await person.click(await title());
  await person.click(await getButton());
  await section().findByText(words);
  await waitFor(async () => expect(await getButton()).toBeEnabled());
});

test('an error of the extension is retried before it is shown', async () => {
  const { person } = open(() => {
    asked.push(1);
    return failed('internal');
  });
  await person.click(await title());
  fakeTimers();
  await person.click(await getButton());
  await waitFor(() => expect(asked.length).toBe(1));
  for (const seconds of [1, 2, 4, 8]) {
    const before = asked.length;
    await pass(seconds * 1_000);
    await waitFor(() => expect(asked.length).toBe(before + 1));
  }
  await section().findByText(/The extension failed/);
  expect(asked.length).toBe(5);
});

test('an answer that is not a page of connections is never treated as the end of the list', async () => {
  const { person } = open(({ page }) => succeeded({ page, body: '<!DOCTYPE html><title>Sign in</title>' }));
  await person.click(await title());
  await person.click(await getButton());
  await section().findByText(/redirected the request/);
  reload(({ page }) => succeeded({ page, body: '{"data":{"elements":[{"title":"A changed form"}]},"included":[]}' }));
  const again = await title();
  again.click();
  (await getButton()).click();
  await section().findByText(/could not be read, so nothing was added from it/);
});

test('nothing is requested before the risk is accepted, and nothing at all if it is refused', async () => {
  server.riskAcceptedAt = null;
  const { person } = open(pagesOf({ 1: connectionsBody([1]) }));
  await person.click(await title());
  await person.click(await getButton());
  await waitFor(() => expect(riskNotice.getState().isOpen).toBe(true));
  expect(extension?.received).not.toContain('checkConnections');
  forgetRisk();
  await waitFor(async () => expect(await getButton()).toBeEnabled());
  expect(asked).toEqual([]);
  expect(server.entries).toEqual([]);
});

const anyCandidate = {
  kind: 'rest',
  decorationId: 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
} as const;
