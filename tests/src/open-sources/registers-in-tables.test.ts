/** What registers say, from their stand-ins into the tables. */
import { loadOpenRecords } from '@leadloom/server/modules/imports/open-records.service';
import { eeAriregister } from '@leadloom/server/open-sources/ee-ariregister/ee-ariregister';
import { gbCompaniesHouse } from '@leadloom/server/open-sources/gb-companies-house/gb-companies-house';
import { noBrreg } from '@leadloom/server/open-sources/no-brreg/no-brreg';
import type { OpenSource } from '@leadloom/server/open-sources/open-source';
import { secAdvisers } from '@leadloom/server/open-sources/sec-advisers/sec-advisers';
import { openTestImports, type TestImports } from '@leadloom/server/testing/test-import';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAriregisterStandIn } from '../stand-ins/ariregister/server.ts';
import { startBrregStandIn } from '../stand-ins/brreg/server.ts';
import { sampleUnit } from '../stand-ins/brreg/units.ts';
import { startCompaniesHouseStandIn } from '../stand-ins/companies-house/server.ts';
import { startPublisher } from '../stand-ins/publisher.ts';
import { createAdviserFiles, sampleAdviser, sampleMonth } from '../stand-ins/sec/advisers.ts';
import { openRunFixture } from './open-run.fixture.ts';

const NOW = new Date('2026-11-28T22:00:00Z');
let imports: TestImports;
const toClose: (() => Promise<void>)[] = [];
beforeAll(async () => {
  imports = await openTestImports();
});
afterAll(() => imports.close());
beforeEach(() => imports.database.$client.query('delete from companies; delete from investors; delete from imports'));
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** Stores all steps of a run. */
async function run(source: OpenSource, origin: string, { checkpoint = null, options = [] }: RunOptions = {}) {
  const fixture = await openRunFixture(source, { origin, now: () => NOW, options });
  toClose.push(fixture.close);
  const counts: (readonly number[])[] = [];
  let last: unknown = checkpoint;
  for await (const step of source.read(checkpoint, fixture.run)) {
    for (const load of step.loads) {
      const { added, changed, unchanged, rejected } = await loadOpenRecords(
        { database: imports.database, direct: imports.database },
        {
          definition: tableByName(load.table),
          source: source.manifest,
          title: step.title,
          load,
          now: NOW,
          suppressionKey: Buffer.alloc(32, 7),
          signal: fixture.run.signal,
          onLoaded: () => Promise.resolve(),
        },
      );
      counts.push([added, changed, unchanged, rejected]);
    }
    last = step.checkpoint;
  }
  return { counts, checkpoint: last };
}

interface RunOptions {
  readonly checkpoint?: unknown;
  readonly options?: readonly string[];
}

describe('the register of Norway in the table of companies', () => {
  it('the register is stored once, its numbers as it writes them, and its changes follow', async () => {
    const brreg = await startBrregStandIn({ now: () => NOW });
    toClose.push(brreg.close);
    brreg.put(sampleUnit({ organisasjonsnummer: '912345678', navn: 'GAMLE FJELL AS', hjemmeside: 'gamle.example' }));
    brreg.makeFile();
    const first = await run(noBrreg, brreg.origin);
    expect(first.counts).toEqual([[2, 0, 0, 0]]);
    expect((await run(noBrreg, brreg.origin)).counts).toEqual([[0, 0, 2, 0]]);
    const none = { antallAnsatte: undefined, harRegistrertAntallAnsatte: false, epostadresse: undefined, hjemmeside: undefined };
    brreg.change(sampleUnit({ ...none, organisasjonsnummer: '900000001' }));
    brreg.change(sampleUnit({ ...none, organisasjonsnummer: '999999999' }), 'Ny');
    brreg.strikeOff('912345678');
    brreg.remove('988888888');
    // Two of the four are about rows that are not there.
    expect((await run(noBrreg, brreg.origin, first)).counts).toEqual([[0, 2, 0, 0]]);
    const rows = await imports.rows('companies');
    expect(
      rows.map(({ name, registry_id, business_status, main_contact_email, employee_count, website }) => ({
        ...{ name, registry_id, business_status, main_contact_email, employee_count, website },
      })),
    ).toEqual([
      {
        ...{ name: 'Nordlys Økologiske Åker AS', registry_id: '900000001', business_status: null },
        ...{ main_contact_email: null, employee_count: null, website: null },
      },
      {
        ...{ name: 'Gamle Fjell AS', registry_id: '912345678', business_status: 'Out of Business' },
        ...{ main_contact_email: 'post@nordlys.example', employee_count: 12, website: 'gamle.example' },
      },
    ]);
  });
});

describe('the advisers of the SEC in the table of investors', () => {
  it('a firm keeps its number from list to list, and the feed leaves its type and its assets', async () => {
    const files = createAdviserFiles();
    const sec = await startPublisher({ name: 'sec', answer: ({ host, path }) => files.answer(host, path) });
    toClose.push(sec.close);
    const first = await run(secAdvisers, sec.origin);
    expect(first.counts).toEqual([[1, 0, 0, 0]]);
    files.months.unshift(
      sampleMonth({
        month: 'October 2026',
        files: ['ia10.zip', 'ia10-exempt.zip'],
        registered: [sampleAdviser({ 'Primary Business Name': 'NORTHLIGHT VENTURES II, LLC', '5A': '8' })],
      }),
    );
    files.feeds.set('10_02_2026', [{ crd: '283001', name: 'NORTHLIGHT VENTURES II, LLC', staff: '9' }]);
    const second = await run(secAdvisers, sec.origin, { checkpoint: first.checkpoint, options: ['daily_feed'] });
    expect(second.counts).toEqual([
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ]);
    expect(await imports.rows('investors')).toMatchObject([
      {
        name: 'Northlight Ventures II, LLC',
        primary_investor_type: 'Venture Capital',
        aum: 430.428863,
        employees: 9,
        website: null,
        registry: 'sec-crd',
        registry_id: '283001',
        sources: ['sec-advisers'],
      },
    ]);
  });
});

describe('the registers of Estonia and the United Kingdom in the table of companies', () => {
  it('their companies are stored with their numbers, and stay two', async () => {
    const estonia = await startAriregisterStandIn();
    const kingdom = await startCompaniesHouseStandIn();
    toClose.push(estonia.close, kingdom.close);
    expect((await run(eeAriregister, estonia.origin)).counts).toEqual([[1, 0, 0, 0]]);
    expect((await run(gbCompaniesHouse, kingdom.origin)).counts).toEqual([[1, 0, 0, 0]]);
    const rows = await imports.rows('companies');
    expect(rows.map(({ registry, registry_id, founded_on }) => [registry, registry_id, founded_on])).toEqual([
      ['ee-code', '10000001', '2013-06-05'],
      ['gb-crn', '02943302', '2025-03-15'],
    ]);
  });
});
