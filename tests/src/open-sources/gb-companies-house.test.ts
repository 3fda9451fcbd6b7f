import { gbCompaniesHouse } from '@leadloom/server/open-sources/gb-companies-house/gb-companies-house';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CompaniesHouseStandIn,
  type CompanyRow,
  sampleCompanyRow,
  startCompaniesHouseStandIn,
} from '../stand-ins/companies-house/server.ts';
import { type OpenRunFixture, openRunFixture } from './open-run.fixture.ts';

let house: CompaniesHouseStandIn;
let fixture: OpenRunFixture;
let whole: OpenRunFixture;
beforeEach(async () => {
  house = await startCompaniesHouseStandIn();
  fixture = await openRunFixture(gbCompaniesHouse, { origin: house.origin });
  whole = await openRunFixture(gbCompaniesHouse, { origin: house.origin, options: ['all_companies'] });
});
afterEach(async () => {
  await fixture.close();
  await whole.close();
  await house.close();
});

async function cellsOf(...changes: readonly CompanyRow[]) {
  house.publish('2026-11-01', changes.map(sampleCompanyRow));
  return (await fixture.readRecords()).map(({ cells }) => cells);
}

describe('the monthly file of Companies House', () => {
  it('a company is read by the names of columns, whatever blank they begin with', async () => {
    expect(await fixture.readRecords()).toEqual([
      {
        cells: {
          name: 'Northlight Software (UK) Ltd',
          legal_name: 'NORTHLIGHT SOFTWARE (UK) LTD',
          country: 'United Kingdom',
          city: 'Stoke-on-Trent',
          region: 'Europe',
          business_status: null,
          verticals: ['SaaS', 'Business and domestic software development'],
          legal_form: 'Private Limited Company',
          founded_on: '2025-03-15',
          registry: 'gb-crn',
          registry_id: '02943302',
        },
        url: 'https://find-and-update.company-information.service.gov.uk/company/02943302',
        asOf: '2026-11-01',
      },
    ]);
  });

  it('a number is text, and one that lost its zeros gets them back from the address', async () => {
    const cells = await cellsOf(
      { ' CompanyNumber': 'SC123456', URI: 'http://business.data.gov.uk/id/company/SC123456' },
      { ' CompanyNumber': '2943302' },
      { ' CompanyNumber': '00000006', URI: '' },
    );
    expect(cells.map(({ registry_id }) => registry_id)).toEqual(['SC123456', '02943302', '00000006']);
  });

  it('names with quotes are read, and a status that says something is kept', async () => {
    const cells = await cellsOf({ CompanyName: '"309" WEST END LIMITED', CompanyStatus: 'Active - Proposal to Strike off' });
    expect(cells).toMatchObject([{ legal_name: '"309" WEST END LIMITED', business_status: 'Active - Proposal to Strike off' }]);
  });

  it('only companies of the last two years that say what they do are read, or all where the option says so', async () => {
    const rows: readonly CompanyRow[] = [
      { ' CompanyNumber': '00000001', IncorporationDate: '31/10/2024', URI: '' },
      { ' CompanyNumber': '00000002', IncorporationDate: '01/11/2024', URI: '' },
      { ' CompanyNumber': '00000003', 'SICCode.SicText_1': 'None Supplied', URI: '' },
      { ' CompanyNumber': '00000004', 'SICCode.SicText_1': '98000 - Residents property management', URI: '' },
      { ' CompanyNumber': '00000005', 'SICCode.SicText_1': '99999 - Dormant Company', URI: '' },
      {
        ' CompanyNumber': '00000006',
        'SICCode.SicText_1': '68209 - Other letting',
        'SICCode.SicText_2': '62012 - Software',
        URI: '',
      },
    ];
    expect((await cellsOf(...rows)).map(({ registry_id }) => registry_id)).toEqual(['00000002', '00000006']);
    expect(await whole.readRecords()).toHaveLength(6);
  });

  it('a month is read once, and again when the option changes', async () => {
    const [step] = await fixture.read();
    expect(step).toMatchObject({ title: 'Companies of 2026-11-01', isFull: true });
    expect(await fixture.read(step?.checkpoint)).toEqual([]);
    expect(await whole.read(step?.checkpoint)).toHaveLength(1);
    house.publish('2026-12-01', [sampleCompanyRow({})]);
    expect((await fixture.read(step?.checkpoint)).map(({ title }) => title)).toEqual(['Companies of 2026-12-01']);
  });

  it('a column that was renamed is named', async () => {
    house.renamed.set('CompanyStatus', 'Status');
    expect((await fixture.failureOf()).message).toMatch(/has no column CompanyStatus\./);
  });

  it('a trial reads the beginning of the file alone, and names the columns it has not', async () => {
    house.renamed.set('CompanyStatus', 'Status');
    house.publish(
      '2026-11-01',
      Array.from({ length: 20_000 }, (_, index) => sampleCompanyRow({ CompanyName: `NAME ${Math.sin(index)} LTD` })),
    );
    const { records, missing } = await gbCompaniesHouse.tryOut(fixture.run);
    expect(missing).toEqual(['CompanyStatus']);
    expect(records).toHaveLength(1);
    expect(house.requests.map(({ range }) => range)).toEqual([null, 'bytes=0-262143']);
  });
});

it('nobody has seen it live, and it is off at first', () => {
  expect(gbCompaniesHouse.manifest).toMatchObject({ isUntried: true, isOnByDefault: false });
});
