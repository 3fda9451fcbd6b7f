import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type SampleFiling, sampleFiling } from '../stand-ins/sec/form-d-filing.ts';
import type { SecStandIn } from '../stand-ins/sec/server.ts';
import { type FormDFixture, openFormDFixture, recordsOf } from './sec-form-d.fixture.ts';

let sec: SecStandIn;
let fixture: FormDFixture;
beforeEach(async () => {
  fixture = await openFormDFixture();
  sec = fixture.sec;
});
afterEach(() => fixture.close());

const read: FormDFixture['read'] = (given, checkpoint) => fixture.read(given, checkpoint);

/** What a quarter's file and a day's submission make of the same filings: they are the same, whatever is in them. */
async function bothOf(filings: readonly Partial<SampleFiling>[], options: readonly string[] = []) {
  const samples = filings.map((changed, index) =>
    sampleFiling({ accession: `0001999999-26-${String(index + 1).padStart(6, '0')}`, ...changed }),
  );
  sec.formD.quarters.clear();
  sec.formD.quarters.set('2026 Q2', samples);
  const [quarter] = await read({ options });
  sec.formD.days.set('2026-05-14', samples);
  sec.formD.quarters.clear();
  sec.formD.quarters.set('2026 Q1', []);
  const [day] = await read({ options, now: new Date('2026-05-14T23:00:00Z') }, { through: '2026-05-13', sales: {} });
  const companies = recordsOf(quarter, 'companies');
  const people = recordsOf(quarter, 'people');
  expect(recordsOf(day, 'companies')).toEqual(companies);
  expect(recordsOf(day, 'people')).toEqual(people);
  return { companies, people, cells: companies.map(({ cells }) => cells), persons: people.map(({ cells }) => cells) };
}

describe('a filing', () => {
  it('a filing becomes a company and its people, with the page it came from', async () => {
    const { companies, people } = await bothOf([{}]);
    const url = 'https://www.sec.gov/Archives/edgar/data/1999999/000199999926000001/0001999999-26-000001-index.htm';
    expect(companies).toEqual([
      {
        cells: {
          name: 'Northlight Robotics, Inc.',
          legal_name: 'Northlight Robotics, Inc.',
          country: 'United States',
          state: 'Texas',
          city: 'Austin',
          region: 'Americas',
          phone: '+1 512-555-0100',
          legal_form: 'Corporation',
          founded_on: '2024-01-01',
          verticals: ['Other Technology'],
          last_financing_on: '2026-05-12',
          last_financing_amount: 3.2,
          last_financing_deal_type: 'Private placement',
          ownership_status: 'Privately Held (backing)',
          main_contact_name: 'Ann Sample',
          registry: 'sec-cik',
          registry_id: '0001999999',
        },
        url,
        asOf: '2026-05-14',
      },
    ]);
    expect(people).toEqual([
      {
        cells: {
          name: 'Ann Sample',
          title: 'Executive Officer and Director',
          company_name: 'Northlight Robotics, Inc.',
          country: 'United States',
          city: 'Austin',
          biography: 'Executive Officer and Director, Form D filed 2026-05-14',
        },
        url,
        asOf: '2026-05-14',
      },
    ]);
  });

  test.each([
    ['TX', 'United States', 'Texas'],
    ['CA', 'United States', 'California'],
    ['DC', 'United States', 'District of Columbia'],
    ['A6', 'Canada', 'Ontario'],
    ['D0', 'Bermuda', null],
    ['X0', 'United Kingdom', null],
    ['2M', 'Germany', null],
    ['DE', 'United States', 'Delaware'],
    ['PR', 'Puerto Rico', null],
    ['XX', null, null],
    ['Q9', null, null],
  ])("the SEC's code %s is %s, %s", async (place, country, state) => {
    const { cells, persons } = await bothOf([{ place }]);
    expect([cells[0]?.country, cells[0]?.state, persons[0]?.country]).toEqual([country, state, country]);
  });

  it('no street, and no address of a person, is read', async () => {
    const { companies, people } = await bothOf([{}]);
    expect(JSON.stringify([companies, people])).not.toMatch(/Street|Apt|1711|hometown/i);
  });

  test.each<[string, Partial<SampleFiling>, readonly (number | string | null)[]]>([
    ['a sale that is yet to occur has no day and no amount', { firstSaleOn: '', sold: '0' }, [null, null, null]],
    ['an indefinite amount is blank', { sold: 'Indefinite' }, ['2026-05-12', null, 'Private placement']],
    ['a sale long before the filing has no day', { firstSaleOn: '2021-05-13' }, [null, 3.2, 'Private placement']],
    ['a sale of almost five years ago has its day', { firstSaleOn: '2021-05-14' }, ['2021-05-14', 3.2, 'Private placement']],
    ['a sale after the filing has no day', { firstSaleOn: '2026-05-15' }, [null, 3.2, 'Private placement']],
    ['a day that does not exist is blank', { firstSaleOn: '2026-02-30' }, [null, 3.2, 'Private placement']],
    ['debt alone is debt', { securities: ['isDebtType'] }, ['2026-05-12', 3.2, 'Debt']],
    [
      'debt with an option is convertible',
      { securities: ['isDebtType', 'isOptionToAcquireType'] },
      ['2026-05-12', 3.2, 'Convertible Debt'],
    ],
    ['debt with equity is a placement', { securities: ['isDebtType', 'isEquityType'] }, ['2026-05-12', 3.2, 'Private placement']],
    ['a combination is named', { isCombination: true }, ['2026-05-12', 3.2, 'Merger/Acquisition']],
  ])('%s', async (_, changed, expected) => {
    const { cells } = await bothOf([changed]);
    const { last_financing_on, last_financing_amount, last_financing_deal_type } = cells[0] ?? {};
    expect([last_financing_on, last_financing_amount, last_financing_deal_type]).toEqual(expected);
  });

  it('what the filing does not say is blank', async () => {
    const { cells } = await bothOf([{ foundedIn: '', industry: 'Other', phone: '', entityType: '', city: '', persons: [] }]);
    expect(cells[0]).toMatchObject({
      founded_on: null,
      verticals: null,
      phone: null,
      legal_form: null,
      city: null,
      main_contact_name: null,
    });
  });

  test.each([
    ['(512) 555-0100', '+1 512-555-0100'],
    ['1-512-555-0100', '+1 512-555-0100'],
    ['512-555-0100 ext. 7', '512-555-0100 ext. 7'],
    ['+44 20 7946 0100', '+44 20 7946 0100'],
    ['0000000000', null],
    ['999-999-9999', null],
    ['123-456-7890', null],
    ['N/A', null],
    ['none', null],
    ['555-0100', '555-0100'],
  ])('the telephone %s', async (phone, expected) => {
    expect((await bothOf([{ phone }])).cells[0]?.phone).toBe(expected);
  });

  it('a kind of company that is called "Other" is none', async () => {
    expect((await bothOf([{ entityType: 'Other' }])).cells[0]?.legal_form).toBeNull();
  });

  it('names in capitals are written as people write them, others stay', async () => {
    const { cells, persons } = await bothOf([
      {
        name: 'NORTHLIGHT BIO LLC',
        city: 'SAN JOSE',
        persons: [{ first: 'MARY ANN', middle: 'J.', last: "O'SAMPLE III", roles: ['Director'] }],
      },
      { cik: '0001999998', name: 'eNorth & Sons, LLC', fileNumber: '021-2' },
    ]);
    expect(cells.map(({ name, legal_name }) => [name, legal_name])).toEqual([
      ['eNorth & Sons, LLC', 'eNorth & Sons, LLC'],
      ['Northlight Bio LLC', 'NORTHLIGHT BIO LLC'],
    ]);
    expect(persons.map(({ name, city }) => [name, city])).toContainEqual(["Mary Ann J. O'Sample III", 'San Jose']);
  });

  it('persons that are companies are no people, and no main contact', async () => {
    const roles = ['Executive Officer'];
    const { cells, persons } = await bothOf([
      {
        persons: [
          { first: 'Ltd.', last: 'Belltower Fund Group', roles },
          { first: 'LLC', last: 'Fund GP,', roles },
          { first: 'N/A', last: 'Upshot Fund II GP, LLC', roles },
          { first: 'Northlight', last: 'Holdings', roles },
          { first: 'Weaver &', last: 'Co.', roles },
          { first: 'Lock', last: 'Keepers S.A.', roles },
          { first: 'Weir', last: 'Beheer B.V.', roles },
          { first: 'Canal', last: 'Equity Investors', roles },
          { first: '-', last: 'Sample', roles },
          { first: 'Bo', middle: 'N/A', last: 'Sample', roles: ['Promoter'] },
          { first: 'Cy', last: 'Sample', roles },
        ],
      },
    ]);
    expect(persons.map(({ name }) => name)).toEqual(['Bo Sample', 'Cy Sample']);
    expect(cells[0]?.main_contact_name).toBe('Cy Sample');
  });

  it('a person has the title they signed with, and the roles stay in the biography', async () => {
    const { persons } = await bothOf([
      {
        persons: [
          { first: 'Ann', middle: 'B.', last: 'Sample', roles: ['Executive Officer', 'Director', 'Promoter'] },
          { first: 'Dee', last: 'Sample', roles: ['Director'] },
        ],
        signers: [{ name: 'ANN SAMPLE', title: 'Chief Executive Officer' }],
      },
    ]);
    expect(persons.map(({ title, biography }) => [title, biography])).toEqual([
      ['Chief Executive Officer', 'Executive Officer, Director and Promoter, Form D filed 2026-05-14'],
      ['Director', 'Director, Form D filed 2026-05-14'],
    ]);
  });

  it('the primary issuer is the company, and a filing of several issuers is read once', async () => {
    const { cells } = await bothOf([{ others: ['0001999990', '0001999991'] }]);
    expect(cells.map(({ registry_id }) => registry_id)).toEqual(['0001999999']);
    expect(sec.requests.filter(({ path }) => path.endsWith('.txt'))).toHaveLength(1);
  });

  it('a company with a ticker is held publicly', async () => {
    sec.formD.tickers.push('0001999999');
    expect((await bothOf([{}])).cells[0]?.ownership_status).toBe('Publicly Held');
  });

  it.each([404, 403, 500])('nothing is said of ownership where the list of tickers answers %i', async (status) => {
    sec.faults.add({ call: /company_tickers/, status });
    const [step] = await read();
    expect(recordsOf(step, 'companies')[0]?.cells).not.toHaveProperty('ownership_status');
    expect(recordsOf(step, 'companies')).toHaveLength(1);
  });
});

describe('what is left out', () => {
  const VEHICLES: readonly Partial<SampleFiling>[] = [
    { industry: 'Pooled Investment Fund', fundType: 'Venture Capital Fund' },
    { industry: 'Other', exemptions: ['06b', '3C', '3C.7'] },
    { industry: 'Other Technology', securities: ['isEquityType', 'isPooledInvestmentFundType'] },
  ];
  const ESTATES = ['Commercial', 'Construction', 'Residential', 'REITS and Finance', 'REITS & Finance', 'Other Real Estate'];
  const numbered = (filings: readonly Partial<SampleFiling>[]) =>
    filings.map((filing, index) => ({
      ...filing,
      cik: `000199${String(index).padStart(4, '0')}`,
      fileNumber: `021-${index + 1}`,
    }));

  it('vehicles and real estate are left out, each until its switch lets it in', async () => {
    const filings = numbered([...VEHICLES, ...ESTATES.map((industry) => ({ industry })), {}]);
    expect((await bothOf(filings)).cells).toHaveLength(1);
    expect((await bothOf(filings, ['vehicles'])).cells).toHaveLength(VEHICLES.length + 1);
    expect((await bothOf(filings, ['real_estate'])).cells).toHaveLength(ESTATES.length + 1);
    expect((await bothOf(filings, ['vehicles', 'real_estate'])).cells).toHaveLength(filings.length);
  });

  it('a pool that calls itself real estate needs both switches', async () => {
    const pool = [{ industry: 'REITS and Finance', exemptions: ['06b', '3C', '3C.7'] }];
    expect((await bothOf(pool, ['real_estate'])).cells).toEqual([]);
    expect((await bothOf(pool, ['vehicles', 'real_estate'])).cells).toHaveLength(1);
  });

  it('a test filing is none', async () => {
    expect((await bothOf([{ isTest: true }])).cells).toEqual([]);
  });
});

describe('amendments', () => {
  const original = { accession: '0001999999-26-000001', filedOn: '2026-05-14', sold: '1000000' };
  const amount = async (filings: readonly Partial<SampleFiling>[]) => {
    const { cells } = await bothOf(filings.toReversed());
    expect(cells).toHaveLength(1);
    return [cells[0]?.last_financing_on, cells[0]?.last_financing_amount];
  };

  it('an amendment replaces what it amends, because its amounts are cumulative', async () => {
    const amendment = { accession: '0001999999-26-000002', type: 'D/A' as const, sold: '4500000' };
    expect(await amount([original, amendment])).toEqual(['2026-05-12', 4.5]);
  });

  it('an amendment without a file number is known by the filing it amends', async () => {
    const amendments = [
      { accession: '0001999999-26-000002', previousAccession: original.accession, firstSaleOn: '', sold: '2000000' },
      { accession: '0001999999-26-000003', previousAccession: '0001999999-26-000002', firstSaleOn: '', sold: '3000000' },
    ].map((amendment) => ({ ...amendment, type: 'D/A' as const, fileNumber: '' }));
    expect(await amount([{ ...original, fileNumber: '' }, ...amendments])).toEqual([null, 3]);
  });

  it('the last financing is that of the offering that was sold last, not of the newest amendment', async () => {
    const newer = { accession: '0001999999-26-000002', fileNumber: '021-600000', firstSaleOn: '2026-05-13', sold: '9000000' };
    const late = {
      accession: '0001999999-26-000003',
      type: 'D/A' as const,
      firstSaleOn: '2025-05-01',
      sold: '1500000',
      city: 'DALLAS',
    };
    expect(await amount([{ ...original, firstSaleOn: '2025-05-01' }, newer, late])).toEqual(['2026-05-13', 9]);
    expect((await bothOf([{ ...original, firstSaleOn: '2025-05-01' }, newer, late])).cells[0]?.city).toBe('Dallas');
  });

  it('over several steps, an older offering never replaces a newer one', async () => {
    const filing = (changed: Partial<SampleFiling>) => sampleFiling({ ...original, ...changed });
    sec.formD.quarters.set('2026 Q2', [filing({ fileNumber: '021-600000', firstSaleOn: '2026-05-13', sold: '9000000' })]);
    sec.formD.days.set('2026-07-01', [
      filing({ accession: '0001999999-26-000011', firstSaleOn: '2025-05-01', filedOn: '2026-07-01', type: 'D/A' }),
    ]);
    sec.formD.days.set('2026-07-02', [
      filing({
        accession: '0001999999-26-000012',
        fileNumber: '021-600000',
        firstSaleOn: '2026-04-30',
        filedOn: '2026-07-02',
        type: 'D/A',
      }),
    ]);
    const steps = await read();
    const financed = steps.map((step) => recordsOf(step, 'companies')[0]?.cells.last_financing_on);
    expect(financed).toEqual(['2026-05-13', undefined, '2026-04-30']);
    const again = await read({}, steps[0]?.checkpoint);
    expect(recordsOf(again[0], 'companies')[0]?.cells).not.toHaveProperty('last_financing_amount');
    expect(recordsOf(again[0], 'companies')[0]?.cells).toMatchObject({ registry_id: '0001999999' });
  });
});
