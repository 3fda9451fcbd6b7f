/** What the endpoints answer to a question, as a screen asks them. */
import { facetsSchema, summarySchema } from '@leadloom/shared/contract/table-facets';
import { expect } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../accounts.ts';
import type { TestServer } from '../test-server.ts';
import type { CountAnswers, Counts } from './random-counts.ts';
import type { Question } from './random-question.ts';

export interface EndpointAnswer extends CountAnswers {
  /** Ids of a page in its order. */
  readonly page: readonly number[];
  /** Of the list, of the total alone, and of the preview of an export. */
  readonly totals: readonly number[];
}

const listSchema = z.object({ data: z.array(z.object({ id: z.int() })), total: z.int() });
const totalSchema = z.object({ total: z.int() });
const previewSchema = z.object({ rows: z.int() });

/** @throws where one of them does not answer 200 */
export async function askEndpoints({ app }: TestServer, account: TestAccount, question: Question): Promise<EndpointAnswer> {
  const { definition, sent, sort, order, page, perPage, counts } = question;
  const get = async (path: string, more: Readonly<Record<string, string | readonly string[]>>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(more)) for (const text of [value].flat()) query.append(name, text);
    for (const [name, value] of Object.entries(sent)) for (const text of [value].flat()) query.append(name, text);
    const url = `/api/v1/table/${definition.name}${path}?${query}`;
    const answer = await app.inject({ url, headers: account.headers });
    expect(answer.statusCode, `${url}: ${answer.payload.slice(0, 300)}`).toBe(200);
    return answer.json();
  };
  const inOrder = { ...(sort === undefined ? {} : { sort }), ...(order === undefined ? {} : { order }) };
  const list = listSchema.parse(
    await get('', { ...inOrder, page: String(page), per_page: String(perPage), include_total: 'true' }),
  );
  const { total } = totalSchema.parse(await get('/total', {}));
  const isFile = sent.updated_after === undefined;
  const files = isFile ? [previewSchema.parse(await get('/export/preview', {})).rows] : [];
  const facets = counts.facets === null ? null : facetsSchema.parse(await get('/facets', queryOfFacets(counts.facets)));
  const summary = counts.summary === null ? null : summarySchema.parse(await get('/summary', queryOfSummary(counts.summary)));
  return {
    page: list.data.map(({ id }) => id),
    totals: [list.total, total, ...files],
    facets,
    summary,
  };
}

function queryOfFacets({ dimensions, containing }: NonNullable<Counts['facets']>) {
  return { of: dimensions.map(({ name }) => name), ...(containing === undefined ? {} : { q: containing }) };
}

function queryOfSummary({ dimensions, measured: { measure, field } }: NonNullable<Counts['summary']>) {
  return { by: dimensions.map(({ name }) => name), measure, ...(field === null ? {} : { of: field }) };
}
