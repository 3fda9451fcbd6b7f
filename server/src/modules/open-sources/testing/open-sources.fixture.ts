/** A server with one small source, whose operator can switch and run it. */
import { listImports } from '@leadloom/shared/contract/imports';
import { listOpenSources, type OpenSourceStatus, openSourceSchema, tryOpenSource } from '@leadloom/shared/contract/open-sources';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { OpenAnswer } from '../../../open-sources/open-source.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { CreateOpenHttp } from '../runs/open-run.ts';
import type { SmallSource } from './small-source.fixture.ts';

export const CONTACT = 'data@leadloom.example';

/** Answers every request with its own address, at the source's pace. */
export const echo: CreateOpenHttp = ({ pace }) => ({
  get: async (url): Promise<OpenAnswer> => {
    await pace(new URL(url).host);
    return { status: 200, headers: new Map(), url, bytes: Buffer.from(url) };
  },
  download: async () => {
    throw new Error('the small source downloads nothing');
  },
  removeFiles: async () => undefined,
  close: async () => undefined,
});

export interface OpenSourcesFixture {
  readonly server: TestServer;
  readonly operator: TestOperator;
  readonly small: SmallSource;
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ status: number; json: () => unknown }>;
  status(): Promise<OpenSourceStatus>;
  list(): Promise<ReturnType<typeof listOpenSources.success.body.parse>>;
  run(body?: object): Promise<number>;
  tryOut(): Promise<ReturnType<typeof tryOpenSource.success.body.parse>>;
  /** Waits for the end of a run. */
  ended(): Promise<OpenSourceStatus>;
  /** Those that ended last first. */
  imports(): Promise<ReturnType<typeof listImports.success.body.parse>['data']>;
  /** Names of companies, sorted. */
  names(): Promise<string[]>;
  /** Everything as before the first run, without companies. */
  reset(): Promise<void>;
}

export async function openSourcesFixture(
  small: SmallSource,
  {
    environment = { SOURCES_CONTACT: CONTACT },
    createHttp = echo,
  }: { readonly environment?: Readonly<Record<string, string>>; readonly createHttp?: CreateOpenHttp } = {},
): Promise<OpenSourcesFixture> {
  const server = await startTestServer({
    environment: { ...operatorSettings, ...environment },
    sizes: { database: 12 },
    app: { openSources: [small.source], createOpenHttp: createHttp },
  });
  const operator = await createOperator(server);
  const path = `/operator/open-sources/${small.source.manifest.id}`;
  const call: OpenSourcesFixture['call'] = async (method, to, body) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v1${to}`,
      headers: operator.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, json: () => answer.json() };
  };
  const list = async () => listOpenSources.success.body.parse((await call('GET', '/operator/open-sources')).json());
  const status = async () => {
    const [found] = (await list()).data;
    return openSourceSchema.parse(found);
  };
  return {
    server,
    operator,
    small,
    call,
    list,
    status,
    run: async (body = {}) => (await call('POST', `${path}/run`, body)).status,
    tryOut: async () => tryOpenSource.success.body.parse((await call('POST', `${path}/try`)).json()),
    ended: () =>
      vi.waitFor(
        async () => {
          const now = await status();
          expect(now.state).not.toBe('running');
          return now;
        },
        { timeout: 20_000, interval: 50 },
      ),
    imports: async () => {
      const { data } = listImports.success.body.parse((await call('GET', '/operator/imports')).json());
      // The clock of the test stands still; the database's does not.
      const end = ({ finished_at: time }: (typeof data)[number]) => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time));
      return data.toSorted((one, other) => end(other) - end(one));
    },
    names: async () => {
      const { rows } = await server.database.execute<{ name: string }>(sql`select name from companies order by name`);
      return rows.map(({ name }) => name);
    },
    reset: async () => {
      await call('PATCH', path, { on: false });
      await server.database.execute(sql`delete from open_sources`);
      await server.database.execute(sql`delete from open_source_settings`);
      await server.database.execute(sql`delete from imports`);
      await server.database.execute(sql`delete from row_sources`);
      await server.database.execute(sql`delete from companies`);
      small.steps = [];
      small.begun.length = 0;
    },
  };
}
