import { type CheckLine, listCatalogueChecks, reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { noteCatalogueCheck, removeOldChecks } from './catalogue-checks.ts';
import { defaultCatalogue } from './default-catalogue.ts';

const DAY = 24 * 3600 * 1000;
const [first, second] = defaultCatalogue.profile.map(({ decorationId }) => decorationId);
const line = (changes: Partial<CheckLine> = {}): CheckLine => ({
  ...{ endpoint: 'profile', state: 'understood', candidate: first ?? '' },
  ...changes,
});

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

describe('how LinkedIn answers', () => {
  let server: TestServer;
  let operator: TestOperator;
  let accounts: readonly TestAccount[];
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
    accounts = [await createVerifiedAccount(server), await createVerifiedAccount(server), await createVerifiedAccount(server)];
  });
  afterAll(() => server.close());
  beforeEach(async () => void (await server.database.$client.query('delete from catalogue_checks')));

  const post = async (account: TestAccount | undefined, lines: readonly unknown[]) => {
    const url = `/api/v1${reportCatalogueCheck.path}`;
    const payload = { catalogue_version: defaultCatalogue.version, lines };
    return server.app.inject({ method: 'POST', url, headers: account?.headers ?? {}, payload });
  };
  const report = async (account: TestAccount | undefined, ...lines: readonly CheckLine[]) =>
    expect((await post(account, lines)).statusCode).toBe(204);
  const counts = async () => {
    const answer = await server.app.inject({ url: `/api/v1${listCatalogueChecks.path}`, headers: operator.headers });
    return listCatalogueChecks.success.body.parse(answer.json()).data;
  };
  const rows = async () => (await server.database.$client.query('select * from catalogue_checks')).rows;

  it('each account counts once in each outcome, and a check beside a job of the same day counts as one', async () => {
    const today = dayOf(server.platform.now());
    const [mara, noor, tove] = accounts;
    await report(mara, line(), line({ candidate: second ?? '', state: 'refused', status: 400 }));
    await report(mara, line());
    await report(noor, line({ state: 'different', missing: 'firstName' }));
    await report(tove, line({ state: 'refused', status: 410 }), line({ endpoint: 'me', candidate: null }));
    const nothing = { understood: 0, different: 0, refused: 0 };
    expect(await counts()).toEqual([
      { endpoint: 'me', candidate: null, ...nothing, understood: 1, last_understood_on: today, last_failed_on: null },
      {
        ...{ endpoint: 'profile', candidate: first, understood: 1, different: 1, refused: 1 },
        ...{ last_understood_on: today, last_failed_on: today },
      },
      { endpoint: 'profile', candidate: second, ...nothing, refused: 1, last_understood_on: null, last_failed_on: today },
    ]);
  });

  it('the day on which an id stops working is the last day it failed on, and the one before the last it was understood on', async () => {
    const today = server.platform.now();
    const yesterday = new Date(today.getTime() - DAY);
    await report(accounts[0], line());
    await server.database.$client.query('update catalogue_checks set understood_on = $1, reported_on = $1', [dayOf(yesterday)]);
    await report(accounts[0], line({ state: 'refused', status: 400 }));
    expect(await counts()).toMatchObject([
      { understood: 1, refused: 1, last_understood_on: dayOf(yesterday), last_failed_on: dayOf(today) },
    ]);
  });

  it('what was not asked and ids that no catalogue in force has are not kept', async () => {
    await report(
      accounts[0],
      line({ state: 'not_asked' }),
      line({ endpoint: 'sections', state: 'not_asked', candidate: null }),
      line({ candidate: 'com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-9999' }),
      line({ endpoint: 'contact' }),
      line({ endpoint: 'me' }),
      line({ candidate: null }),
    );
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['an endpoint the catalogue does not have', [line(), { ...line(), endpoint: 'messages' }]],
    ['an id off the grammar', [{ ...line(), candidate: 'maren.holt@example.com' }]],
    ['a state that is none', [{ ...line(), state: 'fine' }]],
    ['a field that is a text about somebody', [{ ...line(), missing: 'Maren Holt' }]],
    ['a line with what came back', [{ ...line(), body: '{}' }]],
    ['no line', []],
    ['too many lines', Array.from({ length: 101 }, () => line())],
  ])('a report with %s is refused and nothing of it is kept', async (_, lines) => {
    expect((await post(accounts[0], lines)).statusCode).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('reports of one account at once, in any order, are all kept', async () => {
    const account = await createVerifiedAccount(server);
    const all = [
      ...defaultCatalogue.profile.map(({ decorationId }) => line({ candidate: decorationId })),
      ...defaultCatalogue.cards.map(({ queryId }) => line({ endpoint: 'cards', candidate: queryId })),
      ...defaultCatalogue.components.map(({ queryId }) => line({ endpoint: 'components', candidate: queryId })),
      ...(['me', 'sections'] as const).map((endpoint) => line({ endpoint, candidate: null })),
    ];
    const id = await accountIdOf(server, account.email);
    for (let round = 0; round < 10; round += 1) {
      await server.database.$client.query('delete from catalogue_checks');
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          noteCatalogueCheck(server.platform, id, index % 2 === 0 ? all : all.toReversed(), defaultCatalogue),
        ),
      );
    }
    expect(await rows()).toHaveLength(all.length);
  });

  it('whoever has not confirmed an email, or is blocked, is not counted', async () => {
    const today = dayOf(server.platform.now());
    const [mara, noor] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    for (const account of [mara, noor]) await report(account, line({ state: 'refused', status: 410 }));
    await report(accounts[0], line());
    const { $client: client } = server.database;
    await client.query('update accounts set verified_at = null where email = $1', [mara.email]);
    await client.query('update accounts set blocked_at = now() where email = $1', [noor.email]);
    expect(await counts()).toMatchObject([{ understood: 1, refused: 0, last_understood_on: today, last_failed_on: null }]);
  });

  it('a report counts for thirty days and is deleted then', async () => {
    const account = await createVerifiedAccount(server);
    await report(account, line());
    const { rows: kept } = await server.database.$client.query<{ day: string }>(
      'select reported_on::text as day from catalogue_checks',
    );
    const age = (days: number) =>
      server.database.$client.query(
        `update catalogue_checks set understood_on = $1::date - $2::int, reported_on = $1::date - $2::int`,
        [kept[0]?.day, days],
      );
    await age(29);
    await removeOldChecks(server.platform);
    expect(await rows()).toHaveLength(1);
    await age(30);
    await removeOldChecks(server.platform);
    expect(await rows()).toEqual([]);
  });

  it('an account’s report leaves with it, and is nobody else’s to see', async () => {
    const account = await createVerifiedAccount(server);
    await report(account, line());
    const url = `/api/v1${listCatalogueChecks.path}`;
    expect((await server.app.inject({ url, headers: account.headers })).statusCode).toBe(404);
    await server.database.$client.query('delete from accounts where id = $1', [await accountIdOf(server, account.email)]);
    expect(await rows()).toEqual([]);
  });
});
