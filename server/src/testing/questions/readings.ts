/**
 * What a server answers to questions, by every way in which it reads them. Many questions about one table are asked in one
 * statement, because most of a small one's time is spent outside of the database.
 */

import { endpointsByName } from '@leadloom/shared/contract/tables';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { tableNames } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { placesOf, matchingRows as rowsOfChunk, touchedBytes } from '../../modules/alerts/compare-chunk.ts';
import { rowIdsStatement } from '../../modules/exports/export-sql.ts';
import { readSegment } from '../../modules/exports/row-set.ts';
import { CHUNK_IDS } from '../../modules/tables/changes/chunk-bits.ts';
import { readTouchedChunks } from '../../modules/tables/changes/touched-rows.service.ts';
import { filtersOfView } from '../../modules/tables/changes/watched-rows.service.ts';
import { answerFacets, answerSummary } from '../../modules/tables/facets/count-answers.ts';
import type { Counter } from '../../modules/tables/facets/counter.ts';
import { conditionBits } from '../../modules/tables/filters/condition-bits.ts';
import { conditionSql } from '../../modules/tables/filters/condition-sql.ts';
import { createCrmRows } from '../../modules/tables/filters/crm-rows.ts';
import { whereClause } from '../../modules/tables/filters/filter-sql.ts';
import { askerOf, bindMyFilters, countOfMarks } from '../../modules/tables/filters/my-filters.ts';
import { requestFilters } from '../../modules/tables/filters/request-filters.ts';
import { type Match, matchOf } from '../../modules/tables/filters/row-match.ts';
import { singleFilters } from '../../modules/tables/filters/single-filters.ts';
import { gatheredPageStatement, pageStatement } from '../../modules/tables/list/page-statement.ts';
import { settleOrder } from '../../modules/tables/list/row-order.ts';
import { bitmapCount } from '../../modules/tables/totals/bitmap-count.ts';
import { readBitmapState } from '../../modules/tables/totals/bitmap-state.ts';
import { databaseName } from '../../schema/data-table.ts';
import { makerOf } from '../key-holder.ts';
import type { TestServer } from '../test-server.ts';
import type { CountAnswers } from './random-counts.ts';
import type { Question } from './random-question.ts';

/** Answers to one question. null: it is not answered this way. */
export interface Answer {
  /** All rows, ascending; null where a file has all of them. */
  readonly ids: readonly number[] | null;
  /** A page in its order. */
  readonly page: readonly number[];
  /** Counted from bitmaps. */
  readonly counted: number | null;
  /** Of a list or a tag alone, which is counted without its rows. */
  readonly marked: number | null;
  /** The rows of a file, ascending. */
  readonly exported: readonly number[];
  /** What an alert that watches the question knows to match, ascending. */
  readonly watched: readonly number[] | null;
  /** What the cells of each row say. */
  readonly judged: ReadonlyMap<number, Match>;
}

const crmRows = createCrmRows();

/** The number of rows of a file; null: all of them. */
export const limitOf = ({ perPage }: Question): number | null => (perPage === 3 ? perPage : null);

/** The rows' cells as caches of pages see them. */
export type Cells = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

export async function readCells({ database }: TestServer, definition: TableDefinition): Promise<Cells> {
  const { rows } = await database.execute<{ cells: Readonly<Record<string, unknown>> }>(
    sql`select to_jsonb(row) as cells from ${sql.identifier(databaseName(definition))} row`,
  );
  return new Map(rows.map(({ cells }) => [Number(cells.id), cells]));
}

/** @param questions about one table @param cells of all its rows */
export async function readAnswers(
  server: TestServer,
  workspaceId: WorkspaceId,
  questions: readonly Question[],
  cells: Cells,
): Promise<readonly Answer[]> {
  const asked = questions.map((question) => ({ question, filters: filtersOf(server, workspaceId, question) }));
  const counts: (SQL | null)[] = [];
  for (const { question, filters } of asked) counts.push(await countOf(server, question, filters));
  const { rows } = await server.database.execute(
    sql`select ${sql.join(
      asked.flatMap(({ question, filters }, at) => columnsOf(question, filters, at, counts[at] ?? null)),
      sql`, `,
    )}`,
  );
  const [row = {}] = rows;
  const watched = await readWatched(server, workspaceId, asked);
  return asked.map(({ question, filters }, at) => {
    const { definition } = question;
    const condition = filterCondition(definition, filters);
    return {
      ids: limitOf(question) === null ? null : numbers(row[`ids${at}`]),
      page: numbers(row[`page${at}`]),
      counted: numberOrNull(row[`counted${at}`]),
      marked: numberOrNull(row[`marked${at}`]),
      exported: exportedIds(row[`exported${at}`]),
      watched: watched[at] ?? null,
      judged: new Map(Array.from(cells, ([id, own]) => [id, matchOf(definition, condition, own)])),
    };
  });
}

/** @param counter of the question's table */
export async function readCounts(
  server: TestServer,
  workspaceId: WorkspaceId,
  counter: Counter<TableFilters[string]>,
  question: Question,
): Promise<CountAnswers> {
  const filters = filtersOf(server, workspaceId, question);
  const { facets, summary } = question.counts;
  return {
    facets: facets === null ? null : await answerFacets(counter, filters, facets),
    summary: summary === null ? null : await answerSummary(counter, filters, summary),
  };
}

/** As a request's are read. @throws {Error} where they are refused */
export function filtersOf({ clock }: TestServer, workspaceId: WorkspaceId, { definition, sent }: Question): TableFilters {
  const query = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'object' && value.length === 1 ? value[0] : value]),
  );
  const parsed = schemaOf(definition).parse(query);
  return bindMyFilters(requestFilters(definition, parsed), makerOf(workspaceId), 0, clock.now());
}

function schemaOf({ name }: TableDefinition) {
  const table = tableNames.find((known) => known === name);
  if (table === undefined) throw new Error(`${name} is no data table`);
  return endpointsByName(table).list.query;
}

/** null: bitmaps do not tell it. */
async function countOf({ database }: TestServer, { definition }: Question, filters: TableFilters): Promise<SQL | null> {
  const condition = filterCondition(definition, filters);
  const asked = { definition, asker: askerOf(filters) };
  const { version } = await readBitmapState(database, definition);
  const bits = conditionBits(definition, condition, await crmRows.read(database, asked, condition, version));
  return bits === null ? null : bitmapCount(definition, bits, conditionSql(asked, condition), []);
}

function columnsOf(question: Question, filters: TableFilters, at: number, counted: SQL | null): readonly SQL[] {
  const { definition, sort, order, page, perPage } = question;
  const table = databaseName(definition);
  const choice = { definition, filters, order: settleOrder(definition, { sort, order }) };
  const skip = (page - 1) * perPage;
  const read =
    at % 3 === 0
      ? gatheredPageStatement(choice, skip, perPage, null)
      : pageStatement(choice, { heading: 'forward', from: null, skip, take: perPage }, at % 3 === 1);
  const limit = limitOf(question);
  const file = rowIdsStatement({ definition, filters, sort, order, ...(limit === null ? {} : { limit }) });
  const marks = countOfMarks(table, filters);
  const as = (value: SQL, name: string) => sql`${value} as ${sql.identifier(`${name}${at}`)}`;
  return [
    ...(limit === null
      ? []
      : [as(sql`array(select id from ${sql.identifier(table)}${whereClause(definition, filters)} order by id)`, 'ids')]),
    as(sql`array(select page.id from (${read}) page where page.id is not null)`, 'page'),
    as(sql`(select jsonb_agg(jsonb_build_array(segment, encode(offsets, 'hex'))) from (${sql.raw(file)}) file)`, 'exported'),
    ...(counted === null ? [] : [as(sql`(select total from (${counted}) answer)`, 'counted')]),
    ...(marks === null ? [] : [as(sql`(${marks})`, 'marked')]),
  ];
}

/** What alerts on views with these filters read where every row was touched. */
async function readWatched(
  { database }: TestServer,
  workspaceId: WorkspaceId,
  asked: readonly { readonly question: Question; readonly filters: TableFilters }[],
): Promise<readonly (readonly number[] | null)[]> {
  const [first] = asked;
  if (first === undefined) return [];
  const { definition } = first.question;
  const views = asked.map(({ filters }) =>
    // A view has no such filter.
    filters[UPDATED_AFTER] === undefined
      ? singleFilters(definition, filtersOfView(definition, filters, makerOf(workspaceId)))
      : null,
  );
  const single = new Map(views.flatMap((filters) => filters ?? []).map((filter) => [filter.key, filter]));
  const matching = views.map((): number[] => []);
  const span = { after: 0, until: Number.MAX_SAFE_INTEGER };
  const { rows } = await database.execute<{ version: string }>(
    sql`select version from table_versions where table_name = ${databaseName(definition)}`,
  );
  span.until = Number(rows[0]?.version);
  for await (const chunks of readTouchedChunks(database, definition, span, [...single.values()])) {
    for (const chunk of chunks) {
      const bytes = touchedBytes(chunk);
      for (const [at, filters] of views.entries()) {
        if (filters === null) continue;
        const keys = filters.map(({ key }) => key);
        for (const place of placesOf(bytes, rowsOfChunk(chunk, bytes, keys))) matching[at]?.push(chunk.chunk * CHUNK_IDS + place);
      }
    }
  }
  return views.map((filters, at) => (filters === null ? null : (matching[at] ?? [])));
}

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

function numberOrNull(value: unknown): number | null {
  return value === undefined ? null : Number(value);
}

function exportedIds(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return [];
  const ids = value.flatMap(([segment, hex]: readonly [number, string]) =>
    Array.from(readSegment(Buffer.from(hex, 'hex'))).flatMap((byte, at) =>
      byte === 0 ? [] : [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => segment * 65_536 + at * 8 + bit),
    ),
  );
  return ids.sort((one, other) => one - other);
}
