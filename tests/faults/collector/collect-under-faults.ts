/**
 * Runs the collector under faults, resumes it as a person would, and counts the results: collected profiles, doubled
 * profiles, and requests that LinkedIn received more than once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { endBackground } from '../../src/journeys/extension-walls/arena.ts';
import type { LinkedInStandIn } from '../../src/stand-ins/linkedin/server.ts';
import { type CollectorFixture, openCollectorFixture } from '../testing/collector.fixture.ts';
import { type FaultPlan, faultKinds, type PlannedFault, planFaults } from './fault-plan.ts';

export interface CollectorRun extends FaultPlan {
  readonly profiles: number;
  /** The limit for the whole run, in milliseconds. */
  readonly limitMs: number;
}

export interface CollectorVerdict {
  readonly collected: number;
  /** Profiles beyond one for each row. */
  readonly doubled: number;
  /** The number of faults that were made before the last profile was collected. */
  readonly faults: number;
  /** Requests for a member's data that LinkedIn had already answered or begun to answer. */
  readonly repeated: number;
  readonly requests: number;
  /** How often the person had to press Start Job again. */
  readonly restarts: number;
  readonly seconds: number;
}

/** One response at a time, so that a fault can cost only one. */
const AT_ONCE = 1;
const ANSWER_MS: readonly [shortest: number, longest: number] = [40, 160];
const OFFLINE_MS = 400;
const LOOK_MS = 50;
const PRESS_MS = 5_000;

/** @throws {Error} if the profiles are not all collected within the limit */
export async function collectUnderFaults(run: CollectorRun): Promise<CollectorVerdict> {
  const began = performance.now();
  const deadline = began + run.limitMs;
  const fixture = await openCollectorFixture(run.profiles);
  const { linkedIn } = fixture;
  try {
    const [shortest, longest] = ANSWER_MS;
    linkedIn.control.setDelay((_, number) => shortest + ((number * 37) % (longest - shortest)));
    linkedIn.control.clear();
    await fixture.openCollector();
    const person = watchOver(fixture, run.profiles);
    const isWhole = async () => (await collectedOf(fixture)) >= run.profiles;
    let struck = 0;
    for (const fault of planFaults(run)) {
      const count = answersOf(linkedIn) + fault.afterAnswers;
      // On a slow machine the job goes far while a fault is made, and may end before the last one.
      if (!(await isAnswered(linkedIn, count, { person, deadline, isWhole }))) break;
      await sleep(fault.delayMs);
      await strike(fault, fixture, isWhole);
      struck += 1;
    }
    while (!(await isWhole())) {
      if (performance.now() > deadline) break;
      await person.look();
      await sleep(LOOK_MS);
    }
    const rows = await fixture.rows();
    const people = rows.flatMap(({ status, user_id: id }) => (status === 'ok' && id !== null ? [id] : []));
    return {
      collected: new Set(people).size,
      doubled: rows.length - run.profiles + (people.length - new Set(people).size),
      faults: struck,
      repeated: repeatedAt(linkedIn),
      requests: linkedIn.control.requestCount(),
      restarts: person.restarts(),
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await fixture.close();
  }
}

/** The printed summary. */
export function describeVerdict({ counts, seed, profiles }: CollectorRun, verdict: CollectorVerdict): string {
  const faults = faultKinds.map((kind) => `${counts[kind]} × ${kind}`).join(', ');
  return (
    `collector under faults (seed ${seed}; ${faults}): ${verdict.collected} of ${profiles} profiles, ${verdict.doubled} doubled, ` +
    `${verdict.repeated} of ${verdict.requests} requests repeated after ${verdict.faults} faults, ` +
    `started again ${verdict.restarts} times, ${verdict.seconds.toFixed(0)} s`
  );
}

async function strike({ kind }: PlannedFault, fixture: CollectorFixture, isWhole: () => Promise<boolean>): Promise<void> {
  switch (kind) {
    case 'worker killed':
      return endBackground(fixture.page());
    case 'tab reloaded':
      return goesOnByItself(fixture, fixture.openCollector, isWhole);
    case 'browser killed':
      return goesOnByItself(fixture, fixture.killBrowser, isWhole);
    case 'offline':
      fixture.disconnect();
      await sleep(OFFLINE_MS);
      return fixture.reconnect();
  }
}

/** An interrupted job continues where it stopped, without help, unless its last profile was stored meanwhile. */
async function goesOnByItself(
  fixture: CollectorFixture,
  cutOff: () => Promise<void>,
  isWhole: () => Promise<boolean>,
): Promise<void> {
  const stop = () => fixture.page().getByRole('button', { name: 'Stop' });
  const wasRunning = await stop().isVisible();
  await cutOff();
  if (!wasRunning) return;
  const goesOn = async () => (await stop().isVisible()) || (await isWhole());
  await expect.poll(goesOn, { message: 'the job goes on by itself', timeout: 30_000 }).toBe(true);
}

interface Person {
  /** Presses Start Job if a job ended before its last entry. */
  readonly look: () => Promise<void>;
  readonly restarts: () => number;
}

function watchOver(fixture: CollectorFixture, profiles: number): Person {
  let starts = 0;
  return {
    look: async () => {
      const page = fixture.page();
      const start = page.getByRole('button', { name: 'Start Job' });
      if (!(await start.isEnabled({ timeout: 5_000 }).catch(() => false))) return;
      try {
        await configure(page, profiles);
        await start.click({ timeout: PRESS_MS });
        starts += 1;
      } catch (error) {
        // The job continued by itself in the meantime.
        if (await start.isEnabled()) throw error;
      }
    },
    restarts: () => Math.max(0, starts - 1),
  };
}

async function configure(page: Page, profiles: number): Promise<void> {
  await page.getByLabel('Max Profiles To Download').fill(String(profiles), { timeout: PRESS_MS });
  await page.getByLabel('Concurrent Downloads').fill(String(AT_ONCE), { timeout: PRESS_MS });
}

interface Waiting {
  readonly person: Person;
  readonly deadline: number;
  /** Whether everything is collected. */
  readonly isWhole: () => Promise<boolean>;
}

/** Resolves once LinkedIn has answered so often. @returns false: everything is collected before */
async function isAnswered({ control }: LinkedInStandIn, count: number, { person, deadline, isWhole }: Waiting): Promise<boolean> {
  while (answersOf({ control }) < count) {
    if (await isWhole()) return false;
    expect(performance.now(), `only ${answersOf({ control })} answers of LinkedIn so far`).toBeLessThan(deadline);
    await person.look();
    await sleep(LOOK_MS);
  }
  return true;
}

async function collectedOf(fixture: CollectorFixture): Promise<number> {
  return (await fixture.rows()).filter(({ status }) => status === 'ok').length;
}

/** The number of different requests about members that were answered. */
function answersOf({ control }: Pick<LinkedInStandIn, 'control'>): number {
  return questions({ control }, ({ status }) => status === 200).size;
}

function repeatedAt(linkedIn: LinkedInStandIn): number {
  return [...questions(linkedIn, () => true).values()].reduce((sum, count) => sum + count - 1, 0);
}

/** The number of times each was sent: by member, endpoint and part. */
function questions(
  { control }: Pick<LinkedInStandIn, 'control'>,
  counts: (request: { readonly status: number }) => boolean,
): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const request of control.requests()) {
    if (request.memberIndex === null && !request.path.endsWith('/profiles')) continue;
    const question = `${request.path}?${request.query}`;
    if (counts(request)) asked.set(question, (asked.get(question) ?? 0) + 1);
  }
  return asked;
}
