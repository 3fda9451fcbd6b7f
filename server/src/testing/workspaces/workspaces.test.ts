/**
 * Random people create, join, change, share, export, leave and delete, through the endpoints of a server, and a model in plain
 * arrays and maps says what each answer is and what each member sees afterwards. Each history begins with a seed of its own,
 * which a failure names together with the last steps: the history of one seed is always the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom, type Random } from '../questions/random.ts';
import { addRows } from '../table-rows.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { thoroughOr } from '../thorough.ts';
import { createDrive, type Drive } from './drive.ts';
import { DAY, type Member, type Model, type Outcome, Refused, type Space, statusOf } from './model.ts';
import { randomStep } from './random-steps.ts';
import type { Past, Step } from './scene.ts';
import { changingParts, type Part, partsOf, workspacesOf } from './seen.ts';

const SEED = 124;
const HISTORIES = thoroughOr(20, 1);
const STEPS = thoroughOr(250, 150);
/** After so many steps, all workspaces are compared. */
const EVERY = 25;
/** Fewer than there are rows. */
const EXPORT_LIMIT = 8;
const NAMES = ['ada', 'ben', 'cleo', 'dora', 'eli', 'fay'];
const SHOWN_STEPS = 25;
const CODES = [
  ...['ALERT.NOTHING_TO_WATCH', 'ALERT.NOT_FOUND', 'AUTH.KEY_INVALID', 'AUTH.SUBSCRIPTION_REQUIRED', 'EXPORT.OVER_LIMIT'],
  ...['KEYS.LIMIT_REACHED', 'KEYS.NOT_FOUND', 'NOTE.NOT_FOUND', 'OK', 'REQUEST.INVALID', 'ROW_LIST.NAME_TAKEN'],
  ...['ROW_LIST.NOT_FOUND', 'VIEW.NAME_TAKEN', 'VIEW.NOT_FOUND', 'WORKSPACE.ALREADY_MEMBER', 'WORKSPACE.CHANGED_MEANWHILE'],
  ...['WORKSPACE.CONFIRM_WRONG', 'WORKSPACE.INVITE_INVALID', 'WORKSPACE.INVITE_NOT_FOUND', 'WORKSPACE.LAST_OWNER'],
  ...['WORKSPACE.MEMBER_EXPORT_LIMIT', 'WORKSPACE.MEMBER_NOT_FOUND', 'WORKSPACE.NOT_FOUND', 'WORKSPACE.PERSONAL'],
  ...['WORKSPACE.PRIVATE_OBJECTS', 'WORKSPACE.RIGHT_MISSING', 'WORKSPACE.ROLE_MISSING'],
];

interface World {
  readonly model: Model;
  readonly drive: Drive;
  readonly random: Random;
  readonly past: Past;
  /** Two rows with notes and tags. */
  readonly rows: readonly number[];
  readonly journal: string[];
  /** Versions that screens ask for, by workspace and kind. */
  readonly versions: Map<string, number>;
}

let server: TestServer;
let countries: Map<string, number[]>;
beforeAll(async () => {
  const environment = { TRIAL_DAYS: '3650', TRIAL_EXPORT_LIMIT: String(EXPORT_LIMIT), REQUESTS_PER_MINUTE: '1000000' };
  server = await startTestServer({ environment });
  countries = new Map();
  for (const [country, rows] of Object.entries({ Norway: 5, Sweden: 4, Chad: 2 })) {
    const cells = Array.from({ length: rows }, (_, at) => ({ name: `${country} ${at}`, country }));
    countries.set(country, await addRows(server.database, companies, cells));
  }
});
afterAll(() => server.close());

/** How often each answer came: `OK` or a code. */
const answered = new Map<string, number>();

it.each(Array.from({ length: HISTORIES }, (_, at) => SEED + at))(
  `history %i: ${STEPS} random steps in workspaces are answered and seen as the model says`,
  { timeout: 1_200_000 },
  async (seed) => {
    const world = await begin(seed);
    for (let count = 1; count <= STEPS; count += 1) {
      pass(world);
      const step = randomStep(world.model, world.random, world.past);
      const taken = await take(world, step);
      const differences = [...taken.differences];
      const isFull = count % EVERY === 0 || count === STEPS;
      const concerned = isFull ? [...world.model.spaces.values()] : concernedBy(world, step, taken);
      for (const space of concerned) differences.push(...(await compare(world, space, taken.changed.get(space) ?? [])));
      const report = `seed ${seed}, step ${count}; the last steps:\n${world.journal.slice(-SHOWN_STEPS).join('\n')}`;
      expect(differences, report).toEqual([]);
    }
  },
);

it('calls were answered in many ways', () => {
  // Steps that are all refused would show nothing.
  expect(answered.get('OK')).toBeGreaterThan((HISTORIES * STEPS) / 4);
  const missing = CODES.filter((code) => !answered.has(code));
  expect(missing.length, `never answered: ${missing.join(', ')}`).toBeLessThanOrEqual(thoroughOr(0, 17));
});

async function begin(seed: number): Promise<World> {
  // The days of a history are always the same days of a year.
  const year = server.clock.now().getUTCFullYear() + 1;
  server.clock.advance(Date.UTC(year, 0, 10) - server.clock.now().getTime());
  const model: Model = {
    now: server.clock.now().getTime(),
    people: new Map(),
    spaces: new Map(),
    exportLimit: EXPORT_LIMIT,
    countries,
  };
  const drive = createDrive(server, model);
  for (const name of NAMES) await drive.join(`${name}.${seed}@example.com`);
  const rows = [...countries.values()].flat().slice(0, 2);
  const past = { codes: new Set<string>(), keys: new Set<string>() };
  return { model, drive, random: createRandom(seed), past, rows, journal: [], versions: new Map() };
}

/** A minute, and sometimes days: invitations end after seven, and exports are free again after the month. */
function pass({ model, random }: World): void {
  server.clock.advance(random.chance(0.02) ? random.pick([4, 9, 32]) * DAY : 60_000);
  model.now = server.clock.now().getTime();
}

interface Taken {
  readonly differences: string[];
  /** Kinds of things that changed, by workspace. */
  readonly changed: ReadonlyMap<Space, readonly string[]>;
}

async function take(world: World, step: Step): Promise<Taken> {
  const { model, drive, past, journal } = world;
  for (const { invites, keys } of model.spaces.values()) {
    for (const { code } of invites) past.codes.add(code);
    for (const { text } of keys) past.keys.add(text);
  }
  const email = model.people.get(step.by)?.email ?? '';
  const judged = judge(step);
  const before = new Map([...model.spaces].map(([id, space]) => [id, changingParts(space)]));
  const { status, body } = await drive.take(step);
  const code = status < 300 ? 'OK' : String(body.code);
  const sent = [email, 'at', step.at, step.what, step.method, step.path, JSON.stringify(step.body)];
  journal.push(`${sent.join(' ')} → ${status} ${code}`);
  answered.set(code, (answered.get(code) ?? 0) + 1);
  const nothing = new Map<Space, readonly string[]>();
  const expected = judged instanceof Refused ? judged.code : 'OK';
  if (code !== expected) return { differences: [`expected ${expected}, got ${JSON.stringify(body)}`], changed: nothing };
  if (code !== 'OK' && status !== statusOf(code)) return { differences: [`${code} came with ${status}`], changed: nothing };
  const [shown, wanted] = [body, judged.answer ?? {}];
  const differences = isMatch(shown, wanted) ? [] : [`got ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`];
  if (judged instanceof Refused || differences.length > 0) return { differences, changed: nothing };
  judged.apply(body);
  if (step.what === 'delete the account') await drive.join(email);
  const changed = [...model.spaces.values()].flatMap((space) => {
    const known = before.get(space.id);
    const kinds = known === undefined ? [] : [...changingParts(space)].filter(([kind, part]) => known.get(kind) !== part);
    return kinds.length === 0 ? [] : [[space, kinds.map(([kind]) => kind)] as const];
  });
  return { differences, changed: new Map(changed) };
}

/** Whether an answer holds what is wanted, among other things. */
function isMatch(shown: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isDeepStrictEqual(shown, wanted);
  const isThere = typeof shown === 'object' && shown !== null;
  return isThere && Object.entries(wanted).every(([name, part]) => isMatch(Reflect.get(shown, name), part));
}

function judge({ outcome }: Step): Outcome | Refused {
  try {
    return outcome();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** The workspaces that a step was about, or that it changed. */
function concernedBy({ model }: World, { at, path }: Step, { changed }: Taken): readonly Space[] {
  const named = [at, Number(/^\/workspaces\/(\d+)/.exec(path)?.[1])].flatMap((id) => model.spaces.get(id ?? 0) ?? []);
  return [...new Set([...named, ...changed.keys()])];
}

/** @returns what members see otherwise than the model says */
async function compare(world: World, space: Space, changed: readonly string[]): Promise<string[]> {
  const { model, rows } = world;
  const differences = await Promise.all(
    space.members.map(async (member) => {
      const found: string[] = [];
      for (const part of [workspacesOf(model, member.person), ...partsOf(model, space, member, rows)])
        found.push(...(await comparePart(world, space, member, part)));
      return found;
    }),
  );
  return [...differences.flat(), ...(await compareVersions(world, space, changed))];
}

async function comparePart({ model, drive }: World, space: Space, { person }: Member, { path, expected, got }: Part) {
  const { status, body } = await drive.read(person, space.id, path);
  const shown = status === 200 ? got(body) : body;
  if (isDeepStrictEqual(shown, expected)) return [];
  const who = `${model.people.get(person)?.email} at ${space.id}`;
  return [`${who}: ${path} is ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`];
}

/** A screen loads again where the version of a kind is another. */
async function compareVersions({ drive, versions }: World, space: Space, changed: readonly string[]): Promise<string[]> {
  const [member] = space.members;
  if (space.isPersonal || member === undefined) return [];
  const { body } = await drive.read(member.person, null, `/workspaces/${space.id}/versions`);
  const differences = changed.filter((kind) => !(body[kind] > (versions.get(`${space.id} ${kind}`) ?? 0)));
  for (const [kind, version] of Object.entries(body)) versions.set(`${space.id} ${kind}`, Number(version));
  return differences.map((kind) => `the version of ${kind} is the one before`);
}
