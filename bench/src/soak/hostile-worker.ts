/** The thread of `hostile.ts`: bursts of parallel calls of one account, one burst a second, until it is stopped. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import { login, me } from '@leadloom/shared/contract/accounts';
import { listJobs, parseProfile, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import { createRowList } from '@leadloom/shared/contract/my-row-changes';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { z } from 'zod';
import { type Call, openAddress } from './address.ts';

const optionsSchema = z.object({
  origins: z.array(z.string()),
  credentials: z.object({ email: z.string(), password: z.string() }),
});
const { origins, credentials } = optionsSchema.parse(workerData);
const BURST_EVERY_MILLISECONDS = 1_000;
const TOKEN_MILLISECONDS = 10 * 60_000;
const ENTRIES = 200;
/** Characters of a profile's response; as many as the endpoint takes. */
const FILLING_BYTES = 7_000_000;

const address = openAddress(origins);
const counts = new Map<string, Map<number, number>>();
let isOver = false;
let token = '';
let signedInAt = Number.NEGATIVE_INFINITY;
parentPort?.once('message', () => {
  isOver = true;
});

/** Calls at once, in numbers that were felt by others before they were bounded. */
const bursts: readonly (readonly [name: string, times: number, call: () => Call])[] = [
  ['saving entries', 40, () => ({ method: 'POST', path: saveUserJobs.path, body: { users: entries() } })],
  ['the list of entries', 8, () => ({ method: 'GET', path: listJobs.path })],
  ['a large profile', 8, () => ({ method: 'POST', path: parseProfile.path, body: largeProfile() })],
  ['my data', 30, () => ({ method: 'GET', path: downloadMyData.path })],
  [
    'a search',
    60,
    () => ({ method: 'GET', path: `${tableEndpoints.companies.list.path}?search_query=${letters()}&per_page=100` }),
  ],
  ['an export', 20, () => ({ method: 'GET', path: `${tableEndpoints.companies.export.path}?search_query=${letters()}` })],
  ['a list', 40, () => ({ method: 'POST', path: createRowList.path, body: { name: randomUUID(), table: 'companies' } })],
  ['who I am', 60, () => ({ method: 'GET', path: me.path })],
];

function entries(): readonly object[] {
  return Array.from({ length: ENTRIES }, () => ({
    id: randomUUID(),
    url: `https://www.linkedin.com/in/${randomUUID()}`,
    collected: false,
  }));
}

function largeProfile(): object {
  const slug = `person-${randomUUID()}`;
  const answer = personAnswer({ memberId: `ACoAA${randomUUID().replaceAll('-', '')}`, slug, headline: 'x'.repeat(1_000) });
  const filling = Array.from({ length: FILLING_BYTES / 1_000 }, (_, index) => ({
    entityUrn: `urn:li:fsd_filling:${index}`,
    text: 'y'.repeat(960),
  }));
  return { content: { url: `https://www.linkedin.com/in/${slug}`, p1: { ...answer, filling }, p2: null } };
}

function letters(): string {
  return randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 2);
}

async function signIn(): Promise<void> {
  if (performance.now() - signedInAt < TOKEN_MILLISECONDS) return;
  const { status, text } = await address.send({ method: 'POST', path: login.path, body: credentials });
  if (status !== 200) return;
  token = login.success.body.parse(JSON.parse(text)).access_token;
  signedInAt = performance.now();
}

while (!isOver) {
  for (const [name, times, call] of bursts) {
    if (isOver) break;
    await signIn();
    const headers = { authorization: `Bearer ${token}` };
    const answers = counts.get(name) ?? new Map<number, number>();
    counts.set(name, answers);
    const one = call();
    const begun = performance.now();
    const burst = Array.from({ length: times }, async () => {
      const { status } = await address.send({ ...one, headers }).catch(() => ({ status: 0 }));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    });
    await Promise.all(burst);
    await sleep(Math.max(0, BURST_EVERY_MILLISECONDS - (performance.now() - begun)));
  }
}
address.close();
parentPort?.postMessage(counts);
