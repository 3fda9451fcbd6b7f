/** What an engine answers to questions, beside what a server does (`readings.ts`). */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { sql } from 'drizzle-orm';
import type { EngineClient } from '../../column-store/engine-client.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { answerFacets, answerSummary } from '../../modules/tables/facets/count-answers.ts';
import { createEngineCounter, NotSaid } from '../../modules/tables/facets/engine-counter.ts';
import { conditionEngine } from '../../modules/tables/filters/condition-engine.ts';
import { createDatabaseTexts } from '../../modules/tables/filters/database-texts.ts';
import { askerOf } from '../../modules/tables/filters/my-filters.ts';
import { readingOf } from '../load-copy.ts';
import type { TestServer } from '../test-server.ts';
import type { CountAnswers } from './random-counts.ts';
import type { Question } from './random-question.ts';
import { filtersOf } from './readings.ts';

/** Copies of a server's tables. */
export interface EngineScene {
  readonly server: TestServer;
  readonly engine: EngineClient;
  readonly workspaceId: WorkspaceId;
}

/** null: the engine cannot say it. @param questions about one table */
export async function readEngineIds(
  { server, engine, workspaceId }: EngineScene,
  questions: readonly Question[],
): Promise<readonly (readonly number[] | null)[]> {
  const [reading, texts] = [readingOf(engine), createDatabaseTexts(server.database)];
  const conditions = await Promise.all(
    questions.map((question) => {
      const { definition } = question;
      const filters = filtersOf(server, workspaceId, question);
      return conditionEngine({ definition, asker: askerOf(filters), reading, texts }, filterCondition(definition, filters));
    }),
  );
  const [first] = questions;
  if (first === undefined) return [];
  const columns = conditions.map((condition) => sql`arraySort(groupArrayIf(id, ${condition ?? sql`0`}))`);
  const [lists = []] = await reading.rows(
    sql`select ${sql.join(columns, sql`, `)} from ${reading.tableOf(first.definition)} where ${reading.isVisible(first.definition)}`,
  );
  return conditions.map((condition, at) => {
    const { [at]: ids } = lists;
    return condition === null || !Array.isArray(ids) ? null : ids.map(Number);
  });
}

/** null: it is not asked for, or the engine cannot say it. */
export async function readEngineCounts({ server, engine, workspaceId }: EngineScene, question: Question): Promise<CountAnswers> {
  const filters = filtersOf(server, workspaceId, question);
  const counter = createEngineCounter(readingOf(engine), server.database, question.definition);
  const { facets, summary } = question.counts;
  return {
    facets: facets === null ? null : await said(answerFacets(counter, filters, facets)),
    summary: summary === null ? null : await said(answerSummary(counter, filters, summary)),
  };
}

function said<Value>(answer: Promise<Value>): Promise<Value | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotSaid) return null;
    throw error;
  });
}
