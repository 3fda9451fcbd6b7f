import type { MessageName } from '@leadloom/shared/messages/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeExtension, type FakeHandlers, failed, installed, installFakeExtension, succeeded } from './fake-extension.ts';
import { linkedInSilence } from './linkedin-silence.ts';
import { randomId } from './random-id.ts';
import { sendToExtension } from './send-to-extension.ts';

const candidate = {
  kind: 'rest',
  decorationId: 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
} as const;
const query = { kind: 'graphql', queryId: 'voyagerSearchDashClusters.0123456789abcdef0123456789abcdef' } as const;
const params = {
  page: 1,
  peopleSearchQuery: 'loom',
  locationIds: [],
  currentCompanyIds: [],
  pastCompanyIds: [],
  connectionId: null,
  connectionOrders: [],
  industryIds: [],
  jobId: null,
  searchId: null,
};
const url = 'https://www.linkedin.com/voyager/api/me';
const send = {
  fetchData: () => sendToExtension('fetchData', { url, json: false, requestId: randomId() }),
  runSearch: () => sendToExtension('runSearch', { params, candidate: query }),
  checkConnections: () => sendToExtension('checkConnections', { page: 1, candidate }),
} as const satisfies { readonly [Name in MessageName]?: () => Promise<unknown> };
/** The time after its request by which a person who looks at a screen is told. */
const LATEST_MS = 12_000;

const realTimeout = globalThis.setTimeout;
let extension: FakeExtension | undefined;
let sentAt = 0;

/** An extension whose requests get no answer until `end` is called. */
function open(handlers: FakeHandlers = {}): () => void {
  let end: () => void = () => undefined;
  const never = new Promise<ReturnType<typeof failed>>((resolve) => {
    end = () => resolve(failed('timeout'));
  });
  const wait = () => {
    sentAt = Date.now();
    return never;
  };
  extension = installFakeExtension({
    checkExtension: () => {
      const answer = installed();
      return succeeded({ ...answer.data, unansweredSeconds: Math.floor((Date.now() - sentAt) / 1000) });
    },
    fetchData: wait,
    runSearch: wait,
    checkConnections: wait,
    ...handlers,
  });
  return end;
}

/** Windows deliver messages on their own time, which fake timers do not move. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => realTimeout(resolve, 2));
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => {
  extension?.remove();
  vi.useRealTimers();
});

test.each(Object.entries(send))(
  'a LinkedIn that does not answer %s is known after twelve seconds, and the request goes on',
  async (_, ask) => {
    const end = open();
    const outcome = ask();
    const seen = vi.fn();
    void outcome.then(seen);
    await pass(7_500);
    expect(linkedInSilence.getState().isSilent).toBe(false);
    await pass(LATEST_MS - 7_500);
    expect(linkedInSilence.getState().isSilent).toBe(true);
    expect(seen).not.toHaveBeenCalled();
    end();
    await pass(500);
    expect(await outcome).toEqual(failed('timeout'));
    expect(linkedInSilence.getState().isSilent).toBe(false);
  },
);

test('a request that waits for its turn in the extension is no silence', async () => {
  const end = open({ checkExtension: () => succeeded({ ...installed().data, unansweredSeconds: 0 }) });
  const outcome = send.fetchData();
  await pass(60_000);
  expect(linkedInSilence.getState().isSilent).toBe(false);
  end();
  await pass(500);
  await outcome;
});

test('an extension of an earlier version, or one that does not answer, is asked in vain', async () => {
  for (const checkExtension of [() => installed(), () => undefined]) {
    const end = open({ checkExtension });
    const outcome = send.fetchData();
    await pass(LATEST_MS);
    expect(linkedInSilence.getState().isSilent).toBe(false);
    end();
    await pass(500);
    await outcome;
    extension?.remove();
  }
});

test('while LinkedIn answers, the extension is asked nothing beside', async () => {
  open({ fetchData: ({ requestId }) => succeeded({ body: '{}', requestId }) });
  for (let round = 0; round < 30; round += 1) {
    const outcome = send.fetchData();
    await pass(500);
    await outcome;
  }
  expect(extension?.received.filter((name) => name === 'checkExtension')).toEqual([]);
});
