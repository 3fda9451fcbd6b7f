/** Every question that the guide shows is asked of a server with sample rows, and finds some. */
import { applySampleRows } from '@leadloom/server/modules/sample-data/sample-rows.service';
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Block, blocksIn } from './documents.ts';

const linesOf = (language: string) =>
  blocksIn(language).flatMap(({ path, line, text }: Block) =>
    text
      .trim()
      .split('\n')
      .map((question, at): [string, string] => [question, `${path}:${line + at + 1}`]),
  );
const totalSchema = z.object({ total: z.int() });

describe('the questions in the guide', () => {
  let server: TestServer;
  let account: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    await applySampleRows(server.database, { isOn: true, now: server.clock.now() });
  });
  afterAll(() => server.close());

  async function totalOf(table: string, query: URLSearchParams, place: string): Promise<number> {
    const url = `/api/v1/table/${table}/total?${query}`;
    const answer = await server.app.inject({ url, headers: account.headers });
    expect(answer.statusCode, `${place}: ${answer.payload}`).toBe(200);
    return totalSchema.parse(answer.json()).total;
  }

  it.each(linesOf('query'))('%s finds rows', async (question, place) => {
    const [table = '', query = ''] = question.split('?');
    const found = await totalOf(table, new URLSearchParams(query), place);
    expect(found, place).toBeGreaterThan(0);
    expect(found, `${place} finds all rows`).toBeLessThan(await totalOf(table, new URLSearchParams(), place));
  });

  it.each(linesOf('where'))('companies where %s are found', async (where, place) => {
    const found = await totalOf('companies', new URLSearchParams({ where }), place);
    expect(found, place).toBeGreaterThan(0);
    expect(found, `${place} finds all rows`).toBeLessThan(await totalOf('companies', new URLSearchParams(), place));
  });
});
