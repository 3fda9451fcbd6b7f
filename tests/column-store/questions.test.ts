/**
 * The random questions of the model, asked of an engine: their rows, facets and summaries are those of the model. The copies are
 * filled from the database, so whatever a copy's columns lose shows here, too.
 */
import type { WorkspaceId } from '@leadloom/server/http/workspace-id';
import { simplyLowered } from '@leadloom/server/modules/tables/filters/table-model';
import { accountIdOf, createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { inLowerCase, rounded } from '@leadloom/server/testing/comparable-counts';
import { loadCopy } from '@leadloom/server/testing/load-copy';
import { readEngineCounts, readEngineIds } from '@leadloom/server/testing/questions/engine-readings';
import { createRandom } from '@leadloom/server/testing/questions/random';
import { type CountAnswers, modelledCounts } from '@leadloom/server/testing/questions/random-counts';
import { type Question, randomQuestion } from '@leadloom/server/testing/questions/random-question';
import { exportSome, recordSome, storeWorld } from '@leadloom/server/testing/questions/store-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { lowersInFull } from '@leadloom/server/testing/text-order';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';

/** Each with rows and questions of its own, so that what takes an hour can be run in parts: `-t "world 7 "`. */
const WORLDS = thoroughOr(100, 2);
const QUESTIONS = 1_000;
const ROWS = 40;
/** In one statement. */
const AT_ONCE = 12;
const SEED = 137;

let server: TestServer;
let engine: EngineDatabase;
let accountId: WorkspaceId;
/** As the database does. */
let lower: (text: string) => string;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '1000000' } });
  engine = await createEngineDatabase();
  accountId = await accountIdOf(server, (await createVerifiedAccount(server)).email);
  lower = (await lowersInFull(server.database)) ? (text) => text.toLowerCase() : simplyLowered;
});
afterAll(async () => {
  await engine.drop();
  await server.close();
});

it.each(Array.from({ length: WORLDS }, (_, at) => at + 1))(
  `world %d of ${WORLDS}: ${QUESTIONS} random questions get the rows of the model from an engine`,
  { timeout: 3_600_000 },
  async (worldAt) => {
    const random = createRandom(SEED + worldAt);
    const scene = { server, engine: engine.client, workspaceId: accountId };
    const differences: string[] = [];
    const seen = { asked: 0, said: 0, parted: 0, facets: 0, summaries: 0 };
    const world = await storeWorld(server, accountId, random, ROWS);
    await exportSome(server, accountId, world, random);
    await recordSome(server, accountId, world, random);
    for (const name of tableNames) await loadCopy(engine.client, server.database, tableByName(name));
    const perTable = Math.ceil(QUESTIONS / tableNames.length);
    for (const name of tableNames) {
      const definition = tableByName(name);
      const rows = world.rows.get(name) ?? [];
      for (let first = 0; first < perTable; first += AT_ONCE) {
        const questions = Array.from({ length: Math.min(AT_ONCE, perTable - first) }, () =>
          randomQuestion(world, definition, random),
        );
        const answers = await readEngineIds(scene, questions);
        const counted = await Promise.all(questions.map((question) => readEngineCounts(scene, question)));
        for (const [at, question] of questions.entries()) {
          const { [at]: ids = null } = answers;
          const counts = counted[at] ?? { facets: null, summary: null };
          const matching = rows.filter(question.holds).map(({ id }) => id);
          seen.asked += 1;
          if (ids !== null) seen.said += 1;
          if (ids !== null && matching.length > 0 && matching.length < rows.length) seen.parted += 1;
          if (counts.facets !== null) seen.facets += 1;
          if (counts.summary !== null) seen.summaries += 1;
          const found = [
            ...differencesIn('rows', ids, ids === null ? null : matching),
            ...compareCounts(counts, modelledCounts(question, rows, lower)),
          ];
          differences.push(...found.map((what) => `${name} ${JSON.stringify(question.sent)} ${countsOf(question)}: ${what}`));
        }
      }
    }
    expect(differences.slice(0, 20), `${differences.length} differences`).toEqual([]);
    // What finds nothing or everything would agree by accident, and so would what is never said.
    expect(seen.said).toBeGreaterThan(seen.asked * 0.6);
    expect(seen.parted).toBeGreaterThan(seen.said / 2);
    expect(Math.min(seen.facets, seen.summaries)).toBeGreaterThan(seen.asked / 5);
  },
);

function compareCounts({ facets, summary }: CountAnswers, should: CountAnswers): readonly string[] {
  return [
    ...(facets === null || should.facets === null
      ? []
      : differencesIn('facets', inLowerCase(facets, lower), inLowerCase(should.facets, lower))),
    ...(summary === null || should.summary === null
      ? []
      : differencesIn('summary', rounded(summary, lower), rounded(should.summary, lower))),
  ];
}

function countsOf({ counts: { facets, summary } }: Question): string {
  const names = (asked: { readonly dimensions: readonly { readonly name: string }[] } | null) =>
    asked?.dimensions.map(({ name }) => name) ?? [];
  return JSON.stringify({ of: names(facets), q: facets?.containing, by: names(summary), ...summary?.measured });
}

function differencesIn(what: string, is: unknown, should: unknown): readonly string[] {
  return JSON.stringify(is) === JSON.stringify(should)
    ? []
    : [`${what} ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`];
}
