import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobBoards } from '../../../schema/open-sources.table.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBoards, createDueBoards, noteBoards } from './boards.repository.ts';

const HOUR = 3_600_000;
const NOW = new Date('2026-06-30T12:00:00Z');
const board = (token: string) =>
  ({ provider: 'greenhouse', token, companyName: `Company ${token}`, companyWebsite: `https://${token}.example` }) as const;

describe('job boards', () => {
  let server: TestServer;
  const due = async (at: Date, limit = 10) => (await createDueBoards(server.database, () => at)(limit)).map(({ token }) => token);
  const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await server.database.delete(jobBoards);
    await server.database.execute(sql`delete from jobs`);
  });
  afterAll(() => server.close());

  it('that were found are due at once, and a day after each complete reading', async () => {
    await noteBoards(server.database, [board('one'), board('two')], NOW);
    const next = createDueBoards(server.database, () => NOW);
    expect((await next(1)).map(({ token }) => token)).toEqual(['one']);
    expect((await next(5)).map(({ token }) => token)).toEqual(['two']);
    expect(await next(5)).toEqual([]);
    await noteBoards(server.database, [{ ...board('one'), read: { missing: ['https://jobs.example/7'], error: null } }], NOW);
    expect(await due(NOW)).toEqual(['two']);
    const [again] = await createDueBoards(server.database, () => later(24))(1);
    expect(again).toMatchObject({ token: 'one', missing: ['https://jobs.example/7'] });
  });

  it('whose reading failed keep what was missing, and wait longer each time', async () => {
    await noteBoards(server.database, [board('one')], NOW);
    await noteBoards(server.database, [{ ...board('one'), read: { missing: ['https://jobs.example/7'], error: null } }], NOW);
    const failed = [{ ...board('one'), read: { missing: [], error: 'It did not answer.\0' } }];
    await noteBoards(server.database, failed, NOW);
    expect(await due(later(23))).toEqual([]);
    expect(await due(later(24))).toEqual(['one']);
    await noteBoards(server.database, failed, NOW);
    expect(await due(later(47))).toEqual([]);
    const [stored] = await server.database.select().from(jobBoards);
    expect(stored).toMatchObject({ missing: ['https://jobs.example/7'], failures: 2, error: 'It did not answer.' });
  });

  it('that are found again keep what is known of their company, and when they are read', async () => {
    await noteBoards(server.database, [{ ...board('one'), companyWebsite: null }], NOW);
    await noteBoards(server.database, [{ ...board('one'), read: { missing: [], error: null } }], NOW);
    await noteBoards(server.database, [{ ...board('one'), companyName: 'Another name' }], later(1));
    expect(await due(later(2))).toEqual([]);
    const [stored] = await server.database.select().from(jobBoards);
    expect(stored).toMatchObject({ companyName: 'Company one', companyWebsite: 'https://one.example' });
  });

  it('come with the addresses of their jobs that are stored and not closed', async () => {
    await noteBoards(server.database, [board('one')], NOW);
    const job = (id: number, cells: object = {}) => ({
      title: `Weaver ${id}`,
      company_website: 'https://one.example',
      company_website_domain: 'one.example',
      url: `https://jobs.example/${id}`,
      sources: ['job-boards'],
      ...cells,
    });
    await addRows(server.database, tables.jobs, [
      job(1),
      job(2, { closed_on: '2026-06-01' }),
      job(3, { company_website_domain: 'two.example' }),
      job(4, { sources: ['file'] }),
      job(5),
    ]);
    const [found] = await createDueBoards(server.database, () => NOW)(1);
    expect(found?.open).toEqual(['https://jobs.example/1', 'https://jobs.example/5']);
  });

  it('that were pasted come with their own jobs, while nobody knows the company', async () => {
    await addBoards(
      server.database,
      [
        { provider: 'lever', token: 'one' },
        { provider: 'smartrecruiters', token: 'Two' },
      ],
      NOW,
    );
    const cells = (url: string, company: string | null = null) => ({
      title: `Weaver at ${url}`,
      company_name: company,
      url,
      sources: ['job-boards'],
    });
    await addRows(server.database, tables.jobs, [
      cells('https://jobs.lever.co/one/1'),
      cells('https://jobs.lever.co/oneself/2'),
      cells('https://jobs.lever.co/one/3', 'Company three'),
      cells('https://jobs.smartrecruiters.com/Two/4'),
    ]);
    const found = await createDueBoards(server.database, () => NOW)(5);
    expect(found.map(({ open }) => open)).toEqual([['https://jobs.lever.co/one/1'], ['https://jobs.smartrecruiters.com/Two/4']]);
  });

  it('that were pasted keep their jobs when a website tells whose they are', async () => {
    await addBoards(server.database, [{ provider: 'lever', token: 'one' }], NOW);
    await addRows(server.database, tables.jobs, [
      { title: 'Weaver', url: 'https://jobs.lever.co/one/1', sources: ['job-boards'] },
      { title: 'Dyer', company_name: 'Company one', url: 'https://jobs.lever.co/one/2', sources: ['job-boards'] },
    ]);
    await noteBoards(server.database, [{ ...board('one'), provider: 'lever' }], NOW);
    const [found] = await createDueBoards(server.database, () => NOW)(1);
    expect(found).toMatchObject({
      companyWebsite: 'https://one.example',
      open: ['https://jobs.lever.co/one/1', 'https://jobs.lever.co/one/2'],
    });
  });
});
