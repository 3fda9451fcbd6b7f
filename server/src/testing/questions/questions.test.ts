/**
 * Random questions, asked in every way in which a table can be asked, and answered by a model that shares no code with the
 * server: rows as plain objects, and beside each parameter and each expression a function that says what it means.
 */

import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedHostLists, sharedHostPattern } from '../../hosts/shared-hosts.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createTableCounts } from '../../modules/tables/facets/table-counts.ts';
import { isSharedHost } from '../../modules/tables/filters/linked-sql.ts';
import { matchingRows, orderedRows, simplyLowered } from '../../modules/tables/filters/table-model.ts';
import { refreshBitmaps } from '../../modules/tables/totals/refresh-bitmaps.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../accounts.ts';
import { inLowerCase, rounded } from '../comparable-counts.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { lowersInFull, readTextOrder } from '../text-order.ts';
import { thoroughOr } from '../thorough.ts';
import { askEndpoints } from './ask-endpoints.ts';
import type { ModelRow, World } from './model-rows.ts';
import { createRandom } from './random.ts';
import { asTableRow, type CountAnswers, modelledCounts } from './random-counts.ts';
import { type Question, randomQuestion } from './random-question.ts';
import { type Answer, limitOf, readAnswers, readCells, readCounts } from './readings.ts';
import { exportSome, recordSome, storeWorld } from './store-rows.ts';

const QUESTIONS = thoroughOr(100_000, 2_000);
const WORLDS = thoroughOr(25, 3);
const ROWS = 40;
/** In one statement. */
const AT_ONCE = 12;
/** Each of so many is also sent as a request. */
const EVERY = 25;
const SEED = 118;

let server: TestServer;
let account: TestAccount;
let accountId: WorkspaceId;
/** As the database does. */
let lower: (text: string) => string;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '1000000' } });
  account = await createVerifiedAccount(server);
  accountId = await accountIdOf(server, account.email);
  lower = (await lowersInFull(server.database)) ? (text) => text.toLowerCase() : simplyLowered;
});
afterAll(() => server.close());

it(`${QUESTIONS} random questions get the rows of the model, in every way they are asked`, { timeout: 14_400_000 }, async () => {
  const random = createRandom(SEED);
  const differences: string[] = [];
  const seen = { asked: 0, parted: 0, counted: 0, watched: 0, certain: 0, judged: 0 };
  for (let worldAt = 0; worldAt < WORLDS; worldAt += 1) {
    const world = await storeWorld(server, accountId, random, ROWS);
    await exportSome(server, accountId, world, random);
    await recordSome(server, accountId, world, random);
    await refreshBitmaps(server.database);
    const tableRows = new Map([...world.rows].map(([name, rows]) => [name, rows.map(asTableRow)] as const));
    const compareTexts = await readTextOrder(server.database, [...tableRows.values()].flat());
    const perTable = Math.ceil(QUESTIONS / WORLDS / tableNames.length);
    for (const name of tableNames) {
      const definition = tableByName(name);
      const rows = world.rows.get(name) ?? [];
      const cells = await readCells(server, definition);
      const counter = await createTableCounts().begin(server.database, definition);
      for (let first = 0; first < perTable; first += AT_ONCE) {
        const questions = Array.from({ length: Math.min(AT_ONCE, perTable - first) }, () =>
          randomQuestion(world, definition, random),
        );
        const answers = await readAnswers(server, accountId, questions, cells);
        const counted = await Promise.all(questions.map((question) => readCounts(server, accountId, counter, question)));
        for (const [at, question] of questions.entries()) {
          const [answer, counts] = [answers[at], counted[at]];
          if (answer === undefined || counts === undefined) throw new Error('a question got no answer');
          const matching = rows.filter(question.holds);
          const ordered = orderedRows(definition, matching.map(asTableRow), question, compareTexts);
          const found = compare(question, answer, { rows, matching, ordered: ordered.map(({ id }) => id) });
          found.push(...compareTestKeys(question, tableRows, matching, world));
          const modelled = modelledCounts(question, rows, lower);
          found.push(...compareCounts(counts, modelled));
          if (seen.asked % EVERY === 0) found.push(...(await compareEndpoints(question, ordered, modelled)));
          differences.push(...found.map((what) => `${name} ${JSON.stringify(question.sent)}: ${what}`));
          seen.asked += 1;
          if (matching.length > 0 && matching.length < rows.length) seen.parted += 1;
          if (answer.counted !== null) seen.counted += 1;
          if (answer.watched !== null) seen.watched += 1;
          for (const match of answer.judged.values()) {
            seen.judged += 1;
            if (match !== null) seen.certain += 1;
          }
        }
      }
    }
  }
  expect(differences.slice(0, 20), `${differences.length} differences`).toEqual([]);
  // What finds nothing or everything would agree by accident.
  expect(seen.parted).toBeGreaterThan(seen.asked / 2);
  expect(seen.counted).toBeGreaterThan(seen.asked / 5);
  expect(seen.certain).toBeGreaterThan(seen.judged / 5);
});

it('the hosts that link nobody are the same for the database as for code', async () => {
  const pattern = new RegExp(sharedHostPattern());
  const { hosts: listed } = sharedHostLists();
  const fronts = ['', 'www2.', 'm.', 'en-gb.', 'mobile.', 'business.', 'acme.', 'a.b.', 'm.de.'];
  const hosts = [
    ...listed.flatMap((host) => fronts.map((front) => `${front}${host}`)),
    ...['amazon.de', 'amazon.co.uk', 'acme.amazon.de', 'blogspot.com', 'acme.blogspot.com', 'co.uk', 'com.br', 'acme.co.uk'],
    ...['alpha.example', 'abc.example', 'webby.example', 'facebook.com.example', 'notfacebook.com', 'x.facebook.community'],
  ];
  const { rows } = await server.database.execute<{ host: string; is_shared: boolean | null }>(
    sql`select website_domain as host, ${isSharedHost('website')} as is_shared from unnest(${sql.param(hosts)}::text[]) website_domain`,
  );
  const shared = (isShared: (at: number) => boolean) => hosts.filter((_, at) => isShared(at));
  expect(shared((at) => rows[at]?.is_shared === true)).toEqual(shared((at) => pattern.test(hosts[at] ?? '')));
});

interface Expected {
  readonly rows: readonly ModelRow[];
  readonly matching: readonly ModelRow[];
  /** Ids in the question's order. */
  readonly ordered: readonly number[];
}

/** @returns how the answers differ from what the model says */
function compare(question: Question, answer: Answer, { rows, matching, ordered }: Expected): string[] {
  const { page, perPage } = question;
  const ids = matching.map(({ id }) => id);
  const sorted = (some: readonly number[]) => some.toSorted((one, other) => one - other);
  const limit = limitOf(question);
  const matches = new Set(ids);
  const wrong = rows.filter(({ id }) => {
    const judged = answer.judged.get(id);
    return judged !== null && judged !== matches.has(id);
  });
  return differencesIn([
    ['rows', answer.ids, answer.ids === null ? null : ids],
    ['page', answer.page, ordered.slice((page - 1) * perPage, page * perPage)],
    ['total from bitmaps', answer.counted, answer.counted === null ? null : ids.length],
    ['total of marks', answer.marked, answer.marked === null ? null : ids.length],
    ['export', answer.exported, sorted(limit === null ? ids : ordered.slice(0, limit))],
    ['alert', answer.watched, answer.watched === null ? null : ids],
    ['rows judged by their cells', wrong.map(({ id }) => id), []],
  ]);
}

function differencesIn(pairs: readonly (readonly [what: string, is: unknown, should: unknown])[]): string[] {
  return pairs.flatMap(([what, is, should]) =>
    JSON.stringify(is) === JSON.stringify(should) ? [] : [`${what} ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`],
  );
}

function compareCounts(is: CountAnswers, should: CountAnswers, where = ''): readonly string[] {
  const plain = ({ facets, summary }: CountAnswers) =>
    [facets && inLowerCase(facets, lower), summary && rounded(summary, lower)] as const;
  const [[facets, summary], [modelledFacets, modelledSummary]] = [plain(is), plain(should)];
  return differencesIn([
    [`facets${where}`, facets, modelledFacets],
    [`summary${where}`, summary, modelledSummary],
  ]);
}

async function compareEndpoints(
  question: Question,
  ordered: readonly TableRow[],
  modelled: CountAnswers,
): Promise<readonly string[]> {
  const { page, perPage } = question;
  const answer = await askEndpoints(server, account, question);
  const ids = ordered.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  return differencesIn([
    ['page of the endpoint', answer.page, ids],
    ['totals of the endpoints', answer.totals, answer.totals.map(() => ordered.length)],
  ]).concat(compareCounts(answer, modelled, ' of the endpoint'));
}

/** Test keys are answered by plain code, which knows no lists, tags, exports, CRMs and times of writing. */
function compareTestKeys(
  { definition, sent }: Question,
  tableRows: ReadonlyMap<TableName, readonly TableRow[]>,
  matching: readonly ModelRow[],
  world: World,
): readonly string[] {
  if (Object.keys(sent).some((name) => /^(?:list|tag|exported|in_crm|crm_|updated_after)/.test(name))) return [];
  if (/\b(?:list|tag)\(/.test(String(sent.where ?? ''))) return [];
  const rowsOf = ({ name }: { readonly name: string }) => [...tableRows].find(([table]) => table === name)?.[1] ?? [];
  const samples = new Set(
    [...(world.rows.get(tableNames.find((name) => name === definition.name) ?? 'companies') ?? [])].flatMap((row) =>
      row.isSample ? [row.id] : [],
    ),
  );
  const found = matchingRows(definition, sent, rowsOf(definition), {
    lower: (text) => text.toLowerCase(),
    rowsOf,
    isSample: ({ id }) => samples.has(id),
  });
  return differencesIn([['test keys', found.map(({ id }) => id), matching.map(({ id }) => id)]]);
}
