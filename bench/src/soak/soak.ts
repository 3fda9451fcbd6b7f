/**
 * `pnpm bench soak [--minutes 60] [--people 20] [--rows 100000] [--hostile]`: people work while servers are killed and started. They look
 * at rows, put them on lists, tag, note, export and collect; an operator imports; alerts and webhooks report. At the end
 * everything acknowledged is read, and what was told is compared with what was changed. With `--hostile` one account more
 * asks for as much as it can, and nobody may notice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { databaseMemory, kilobytes } from '../processes.ts';
import { atMost, createReport, type Report } from '../tables/report.ts';
import { addVerifiedAccount } from '../tables/server/bench-server.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { readPostmaster } from '../tables/server/postmaster.ts';
import { openStage, type Stage } from '../tables/server/stage.ts';
import { median, quantile } from '../tables/statistics.ts';
import { openAddress } from './address.ts';
import { type Diary, openDiary, type Span } from './diary.ts';
import { beHostile, sayHostile } from './hostile.ts';
import { createOperator, type Operator } from './operator.ts';
import type { SoakChoice } from './options.ts';
import { createPerson, type Person } from './person.ts';
import { type Servers, startServers } from './servers.ts';
import { openSession } from './session.ts';
import { compareNotifications, watchImports } from './watching.ts';

const NONE = atMost(0);
const LISTS_GOAL = atMost(150, 'ms');
const MEMORY_GOAL = atMost(1.1);
/** People with an alert and a webhook. */
const WATCHERS = 5;
/** From the tenth minute of an hour on, memory must not grow. */
const SETTLED_SHARE = 1 / 6;
/** From then on, one server is spared: a process that has just started would still grow by what it loads and caches. */
const SPARED_AFTER_SHARE = 1 / 60;
const MEMORY_EVERY_MILLISECONDS = 5_000;
/** Samples of which the median is compared: of three minutes. Memory is collected about once a minute, and grows in between. */
const MEMORY_SAMPLES = 36;
const MINUTE = 60_000;

/** Memory in kilobytes. */
interface Memory {
  readonly server: number;
  /** Memory of the database's processes, without what they share. */
  readonly database: number;
  readonly shared: number;
}

export async function benchSoak(choice: SoakChoice): Promise<void> {
  const report = createReport('soak');
  const cluster = await openCluster(null);
  try {
    report.note(`loading ${choice.rows.toLocaleString('en')} companies`);
    const stage = await openStage(cluster, choice.rows, async ({ login }) => copyCompanies(login, choice.rows));
    await stage.server.stop();
    const servers = await startServers(stage.login, stage.directory);
    try {
      await soak(report, stage, servers, choice);
    } finally {
      await servers.stop();
    }
  } finally {
    await cluster.close();
  }
  const { rows, minutes, people, hasHostile } = choice;
  report.print(`pnpm bench soak --rows ${rows} --minutes ${minutes} --people ${people}${hasHostile ? ' --hostile' : ''}`);
}

async function soak(report: Report, stage: Stage, servers: Servers, choice: SoakChoice): Promise<void> {
  const { minutes, people: count, rows, hasHostile } = choice;
  const receiver = await startWebhookReceiver();
  const address = openAddress(servers.origins);
  const diary = openDiary(report.note);
  try {
    const people: Person[] = [];
    const watchers = new Map<string, Person>();
    for (let number = 0; number < count; number += 1) {
      const person = createPerson(openSession(address, await addVerifiedAccount(stage.login), diary), diary, rows);
      people.push(person);
      if (number >= WATCHERS) continue;
      const name = `person-${number}`;
      watchers.set(name, person);
      await watchImports(person.session, receiver, name);
    }
    const hostile = hasHostile ? await addVerifiedAccount(stage.login) : null;
    const operator = createOperator(address, servers.operatorToken, diary);
    report.note(`${count} people work for ${minutes} minutes`);
    const end = performance.now() + minutes * MINUTE;
    const isOver = () => performance.now() > end;
    const [{ killed, stopped }, memory, hostility] = await Promise.all([
      servers.killAll(isOver),
      watchMemory(stage, servers, minutes * MINUTE, isOver),
      hostile === null ? null : beHostile({ origins: servers.origins, credentials: hostile }, isOver),
      operator.work(isOver),
      ...people.map((person) => person.work(isOver)),
    ]);
    const { reads, writes } = address.cutOff();
    report.record(
      `${count} people for ${minutes} minutes, a server killed ${killed} times and stopped ${stopped} times: ${[...diary.activities].map(([name, times]) => `${name} ${times}`).join(', ')}; ${reads} reads and ${writes} writes were cut off, ${diary.again()} writes asked for again, exports told ${diary.exportWaits()} times to wait for one that was cut off`,
    );
    if (hostility !== null) report.record(`one hostile account was answered: ${sayHostile(hostility)}`);
    reportErrors(report, diary);
    await reportLost(report, people);
    const told = await compareNotifications(watchers, receiver, operator.changes());
    const wanted = (operator.changes() * watchers.size).toLocaleString('en');
    report.judge(`${told.rowsOff} of ${wanted} changed rows not told by alerts, or told twice`, told.rowsOff, NONE);
    report.judge(`${told.eventsMissing} events not delivered (${told.events} deliveries)`, told.eventsMissing, NONE);
    report.judge(`${told.eventsInvented} events delivered that did not happen`, told.eventsInvented, NONE);
    reportLists(report, diary, servers, operator);
    reportMemory(report, memory, Math.ceil(minutes * SETTLED_SHARE));
  } finally {
    address.close();
    await receiver.close();
  }
}

function reportLists(report: Report, { lists }: Diary, { starts }: Servers, { imports }: Operator): void {
  const p99 = quantile(lists.map(milliseconds), 0.99);
  report.judge(sayLists('lists', lists), p99, LISTS_GOAL);
  const listsDuring = (spans: readonly Span[]) => lists.filter((list) => spans.some((span) => overlap(list, span)));
  report.note(sayLists('lists while a server starts', listsDuring(starts)));
  report.note(sayLists('lists while rows are imported', listsDuring(imports)));
  report.note(
    sayLists(
      'other lists',
      lists.filter((list) => ![...starts, ...imports].some((span) => overlap(list, span))),
    ),
  );
}

function sayLists(name: string, lists: readonly Span[]): string {
  const times = lists.map(milliseconds);
  return `${lists.length} ${name}: p50 ${median(times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`;
}

const milliseconds = ({ start, end }: Span): number => end - start;
const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/**
 * Judges what the processes hold of their own. What the database's processes share are above all its buffers, which fill up
 * to the size that they were given, so growth there says nothing of a leak; it is reported separately.
 */
function reportMemory(report: Report, { settled, end }: Awaited<ReturnType<typeof watchMemory>>, minute: number): void {
  const growth = (end.server + end.database) / (settled.server + settled.database);
  const say = (name: 'server' | 'database' | 'shared') =>
    `${Math.round(settled[name] / 1024)} to ${Math.round(end[name] / 1024)} MB`;
  report.judge(
    `memory of a server and of its database's processes at the end: ${growth.toFixed(2)} times that of minute ${minute} (server ${say('server')}, database ${say('database')}, and buffers of the database ${say('shared')})`,
    growth,
    MEMORY_GOAL,
  );
}

function reportErrors(report: Report, { errors }: Diary): void {
  const seen = [...errors.values()].reduce((sum, times) => sum + times, 0);
  report.judge(`${seen} errors seen by a person`, seen, NONE);
  for (const [what, times] of errors) report.note(`${times} times: ${what}`);
}

async function reportLost(report: Report, people: readonly Person[]): Promise<void> {
  let [lost, acknowledged] = [0, 0];
  for (const person of people) {
    acknowledged += person.acknowledged();
    lost += await person.countLost();
  }
  report.judge(
    `${lost} lost of ${acknowledged.toLocaleString('en')} acknowledged: rows on lists, tags, notes, collected people`,
    lost,
    NONE,
  );
}

/** Watches memory in kilobytes: that of the spared server, and that of the database. */
async function watchMemory({ directory }: Stage, servers: Servers, milliseconds: number, isOver: () => boolean) {
  const postmaster = await readPostmaster(directory);
  const start = performance.now();
  const settled: Memory[] = [];
  const all: Memory[] = [];
  while (!isOver()) {
    await sleep(MEMORY_EVERY_MILLISECONDS);
    const passed = (performance.now() - start) / milliseconds;
    if (passed > SPARED_AFTER_SHARE) servers.keepFirst();
    const server = await kilobytes(servers.firstPid(), 'status', 'VmRSS');
    const { own, shared } = await databaseMemory(postmaster);
    all.push({ server, database: own, shared });
    if (passed <= SETTLED_SHARE) settled.push({ server, database: own, shared });
  }
  return { settled: medianMemory(settled.slice(-MEMORY_SAMPLES)), end: medianMemory(all.slice(-MEMORY_SAMPLES)) };
}

function medianMemory(samples: readonly Memory[]): Memory {
  const of = (name: keyof Memory) => median(samples.map((sample) => sample[name]));
  return { server: of('server'), database: of('database'), shared: of('shared') };
}
