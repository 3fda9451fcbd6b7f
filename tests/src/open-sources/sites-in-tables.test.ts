/** What companies say on their own sites and boards, from the stand-ins into the tables. */
import { loadOpenRecords } from '@leadloom/server/modules/imports/open-records.service';
import { jobBoards } from '@leadloom/server/open-sources/job-boards/job-boards';
import type { OpenSource, VisitedBoard, VisitedRow } from '@leadloom/server/open-sources/open-source';
import { createWebsites } from '@leadloom/server/open-sources/websites/websites';
import { openTestImports, type TestImports } from '@leadloom/server/testing/test-import';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobBoards } from '../stand-ins/job-boards/server.ts';
import { companyPages } from '../stand-ins/websites/company-site.ts';
import { startWebsites } from '../stand-ins/websites/server.ts';
import { openRunFixture } from './open-run.fixture.ts';

let imports: TestImports;
beforeAll(async () => {
  imports = await openTestImports();
});
afterAll(() => imports.close());

interface Due {
  readonly origin: string;
  readonly day: string;
  readonly rows?: readonly VisitedRow[];
  readonly boards?: readonly VisitedBoard[];
}

async function run(source: OpenSource, { day, ...due }: Due) {
  const now = () => new Date(`${day}T12:00:00Z`);
  const fixture = await openRunFixture(source, { ...due, now });
  const reports: { table: string; added: number; changed: number; rejected: number }[] = [];
  for await (const step of source.read(null, fixture.run))
    for (const load of step.loads) {
      const { added, changed, rejected } = await loadOpenRecords(
        { database: imports.database, direct: imports.database },
        {
          definition: tableByName(load.table),
          source: source.manifest,
          title: step.title,
          load,
          now: now(),
          suppressionKey: Buffer.alloc(32, 7),
          signal: fixture.run.signal,
          onLoaded: () => Promise.resolve(),
        },
      );
      reports.push({ table: load.table, added, changed, rejected });
    }
  await fixture.close();
  return { reports, noted: fixture.noted };
}

async function dueRows(): Promise<readonly VisitedRow[]> {
  const rows = await imports.rows('companies');
  return rows.map(({ id, canonical_key: key, name, website }) => ({
    ...{ table: 'companies', id: Number(id), key: String(key), name: String(name), website: String(website) },
  }));
}

it('a site fills blanks beside what a file says, its board makes jobs, and a job that is gone twice is closed', async () => {
  const websites = await startWebsites();
  const standIn = await startJobBoards();
  await imports.load('companies', 'Name,Website,Phone\nAcme Canal Works,acme.example,+47 22 00 01 23\nGone Ltd,gone.example,\n');
  websites.add(
    'acme.example',
    companyPages({ name: 'Acme', host: 'acme.example', front: '<a href="https://boards.greenhouse.io/acme">Jobs</a>' }),
  );
  const source = createWebsites(async () => true);
  const look = await run(source, { origin: websites.origin, day: '2026-11-20', rows: await dueRows() });
  expect(look.reports).toEqual([{ table: 'companies', added: 0, changed: 2, rejected: 0 }]);
  expect(await imports.rows('companies')).toMatchObject([
    {
      ...{ name: 'Acme Canal Works', phone: '+47 22 00 01 23', main_contact_email: 'info@acme.example', website_state: null },
      ...{ website_checked_on: '2026-11-20', founded_on: '2014-05-20', sources: ['file', 'websites'] },
    },
    { name: 'Gone Ltd', website_state: 'unreachable', website_checked_on: '2026-11-20' },
  ]);

  const [found] = look.noted;
  if (found === undefined) throw new Error('no board was found');
  const jobOf = (id: string) => ({
    id,
    title: `Lock Keeper ${id}`,
    location: 'Oslo, Norway',
    publishedAt: '2026-11-12T10:00:00Z',
  });
  const board = standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [jobOf('1'), jobOf('2')] });
  const read = async (day: string, missing: readonly string[]) => {
    const stored = await imports.rows('jobs');
    const open = stored.flatMap(({ url, closed_on: closed }) => (closed === null ? [String(url)] : []));
    const { reports, noted } = await run(jobBoards, { origin: standIn.origin, day, boards: [{ ...found, missing, open }] });
    return { reports, missing: noted[0]?.read?.missing ?? [] };
  };
  const first = await read('2026-11-20', []);
  expect(first.reports).toEqual([
    { table: 'jobs', added: 2, changed: 0, rejected: 0 },
    { table: 'companies', added: 0, changed: 1, rejected: 0 },
  ]);
  board.jobs = [jobOf('1')];
  const second = await read('2026-11-21', first.missing);
  expect((await imports.rows('jobs')).map(({ closed_on: closed }) => closed)).toEqual([null, null]);
  await read('2026-11-22', second.missing);
  expect(await imports.rows('jobs')).toMatchObject([
    { title: 'Lock Keeper 1', country: 'Norway', company_website: 'acme.example', closed_on: null },
    { title: 'Lock Keeper 2', published_on: '2026-11-12', closed_on: '2026-11-22' },
  ]);
  expect((await imports.rows('jobs')).map(({ first_seen_at: seen }) => String(seen).slice(0, 10))).toEqual([
    '2026-11-20',
    '2026-11-20',
  ]);
  expect(await imports.rows('companies')).toMatchObject([
    { jobs_open: 1, careers_url: 'https://acme.example/careers' },
    { jobs_open: null },
  ]);

  // Without a company that has the website, a board makes jobs and no company.
  standIn.add('lever', 'weir', { company: 'weir', jobs: [jobOf('x')] });
  const boards = [
    { provider: 'lever', token: 'weir', companyName: 'Weir', companyWebsite: 'weir.example', missing: [], open: [] },
  ];
  await run(jobBoards, { origin: standIn.origin, day: '2026-11-23', boards });
  expect(await imports.rows('companies')).toHaveLength(2);
  expect(await imports.rows('jobs')).toHaveLength(3);
  await websites.close();
  await standIn.close();
});
