/** The reader of Form D against a stand-in of the SEC. Long because each trap of the publisher's files is a case of its own. */
import { type OpenRecord, OpenSourceError } from '@leadloom/server/open-sources/open-source';
import { secFormD } from '@leadloom/server/open-sources/sec-form-d/sec-form-d';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type SampleFiling, sampleFiling } from '../stand-ins/sec/form-d.ts';
import { type SecStandIn, startSecStandIn } from '../stand-ins/sec/server.ts';
import { type OpenRunFixture, openRunFixture, type ReadStep } from './open-run.fixture.ts';

/** A Monday. The quarter before is published, so a run reads three business days. */
const NOW = new Date('2026-07-06T23:00:00Z');
const INDEX = (day: string) =>
  new RegExp(`^GET www\\.sec\\.gov/Archives/edgar/daily-index/\\d+/QTR\\d/form\\.${day.replaceAll('-', '')}`);

let sec: SecStandIn;
const open: OpenRunFixture[] = [];
beforeEach(async () => {
  sec = await startSecStandIn();
  sec.formD.quarters.set('2026 Q2', [sampleFiling()]);
});
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
  await sec.close();
});

interface Given {
  readonly options?: readonly string[];
  readonly contact?: string | null;
  readonly now?: Date;
}

async function fixtureWith({ options = [], contact = 'data@operator.example', now = NOW }: Given = {}) {
  const fixture = await openRunFixture(secFormD, { origin: sec.origin, options, contact, now: () => now });
  open.push(fixture);
  return fixture;
}

const read = async (given: Given = {}, checkpoint: unknown = null) => (await fixtureWith(given)).read(checkpoint);
const failure = async (given: Given = {}, checkpoint: unknown = null) => (await fixtureWith(given)).failureOf(checkpoint);
const recordsOf = (step: ReadStep | undefined, table: string): readonly OpenRecord[] =>
  step?.loads.find((load) => load.table === table)?.records ?? [];
const titlesOf = (steps: readonly ReadStep[]) => steps.map(({ title }) => title);

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

describe('a run', () => {
  const filings = (count: number): readonly SampleFiling[] =>
    Array.from({ length: count }, (_, index) =>
      sampleFiling({
        accession: `0001999999-26-${String(index + 1).padStart(6, '0')}`,
        cik: `0001${String(index).padStart(6, '0')}`,
      }),
    );

  it('a first run reads the last four quarters, and then the days since', async () => {
    for (const title of ['2025 Q1', '2025 Q2', '2025 Q3', '2025 Q4', '2026 Q1']) sec.formD.quarters.set(title, [sampleFiling()]);
    for (const day of ['2026-07-01', '2026-07-02', '2026-07-06']) sec.formD.days.set(day, [sampleFiling({ filedOn: day })]);
    const steps = await read();
    expect(titlesOf(steps)).toEqual(['2025 Q3', '2025 Q4', '2026 Q1', '2026 Q2', '2026-07-01', '2026-07-02', '2026-07-06']);
    expect(steps.every(({ isFull }) => !isFull)).toBe(true);
    // The folders moved in 2026: the links of the page are followed, not built.
    expect(sec.requests.filter(({ path }) => path.endsWith('.zip')).map(({ path }) => path.split('/')[2])).toEqual([
      ...['structureddata', 'structureddata', 'structureddata', 'datastandardsinnovation'],
    ]);
  });

  it('a run goes on at its checkpoint, wherever it ended', async () => {
    sec.formD.quarters.set('2026 Q1', [sampleFiling()]);
    for (const day of ['2026-07-01', '2026-07-02', '2026-07-06']) sec.formD.days.set(day, [sampleFiling({ filedOn: day })]);
    const steps = await read();
    for (const [index, { checkpoint }] of steps.entries())
      expect(titlesOf(await read({}, checkpoint))).toEqual(titlesOf(steps).slice(index + 1));
  });

  it('a holiday has no index, which is no error once a later day has one; weekends are not asked for', async () => {
    sec.formD.days.set('2026-07-01', [sampleFiling({ filedOn: '2026-07-01' })]);
    sec.formD.days.set('2026-07-06', []);
    sec.faults.add({ call: INDEX('2026-07-02'), status: 404 });
    expect(titlesOf(await read())).toEqual(['2026 Q2', '2026-07-01', '2026-07-06']);
    expect(sec.requests.some(({ path }) => /2026070[45]/.test(path))).toBe(false);
  });

  it('a missing file may also be said by the storage, with 403', async () => {
    sec.formD.days.set('2026-07-01', [sampleFiling({ filedOn: '2026-07-01' })]);
    const missing = Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');
    sec.faults.add({ call: INDEX('2026-07-02'), status: 403, body: missing });
    expect(titlesOf(await read())).toEqual(['2026 Q2', '2026-07-01']);
  });

  it('the newest day that has no index yet is asked for again', async () => {
    sec.formD.days.set('2026-07-01', []);
    const [, day] = await read();
    expect(day?.checkpoint).toMatchObject({ through: '2026-07-01' });
    sec.formD.days.set('2026-07-02', [sampleFiling({ filedOn: '2026-07-02' })]);
    expect(titlesOf(await read({}, day?.checkpoint))).toEqual(['2026-07-02']);
  });

  it('days without any index are an error when they are more than holidays', async () => {
    expect((await failure({ now: new Date('2026-07-13T23:00:00Z') })).message).toBe(
      'The SEC has published no daily index since 2026-06-30. Its address may have changed.',
    );
  });

  it('after a long pause, the quarters that were published meanwhile are read whole', async () => {
    sec.formD.quarters.set('2026 Q1', [sampleFiling()]);
    expect(titlesOf(await read({}, { through: '2026-02-02', sales: {} }))).toEqual(['2026 Q1', '2026 Q2']);
    expect(titlesOf(await read({}, { through: 'some day' }))).toEqual(['2026 Q1', '2026 Q2']);
  });

  it.each(['time', 'month', 'short'] as const)('the day of a filing is read in the style "%s"', async (style) => {
    sec.formD.dayStyle = style;
    expect(recordsOf((await read())[0], 'companies')[0]?.asOf).toBe('2026-05-14');
  });

  it('nothing is asked without a contact, and a publisher that refuses is left alone for ten minutes', async () => {
    expect((await failure({ contact: null })).message).toContain('without a contact address');
    expect(sec.requests).toEqual([]);
    sec.faults.add({ call: /form-d-data-sets$/, status: 403 });
    const refusal = await failure();
    expect(refusal.message).toContain('It may refuse the contact address');
    expect(refusal.retryAt).toEqual(new Date(NOW.getTime() + 10 * 60_000));
  });

  it('a publisher that wants fewer requests is obeyed, also within a day', async () => {
    sec.formD.days.set('2026-07-01', filings(3));
    sec.faults.add({ call: /0001999999-26-000002\.txt/, status: 429, retryAfter: '120' });
    const refusal = await failure();
    expect(refusal.message).toBe('www.sec.gov wants fewer requests (status 429).');
    expect(refusal.retryAt).toEqual(new Date(NOW.getTime() + 120_000));
  });

  it('a quarter that moved is followed within the site, and nowhere else', async () => {
    const { quarters } = sec.formD;
    const target = 'https://www.sec.gov/files/datastandardsinnovation/data/form-d-data-sets/2026q2_d.zip?moved';
    sec.faults.add({ call: /2026q2_d\.zip$/, status: 302, location: target });
    expect(titlesOf(await read())).toEqual([...quarters.keys()]);
    sec.faults.clear();
    sec.faults.add({ call: /2026q2_d\.zip$/, status: 302, location: 'https://files.example/2026q2_d.zip' });
    expect((await failure()).message).toContain(
      'redirects to https://files.example/2026q2_d.zip, which is not an address of SEC Form D',
    );
  });

  it('a cut connection is tried again, and a slow answer waited for', async () => {
    sec.formD.quarters.set('2026 Q2', filings(2_000));
    sec.faults.add({ call: /2026q2_d\.zip$/, cutAfter: 2_000, times: 2 });
    sec.faults.add({ call: /form-d-data-sets$/, delayMs: 200 });
    const [step] = await read();
    expect(recordsOf(step, 'companies')).toHaveLength(2_000);
    expect(sec.requests.filter(({ path }) => path.endsWith('.zip'))).toHaveLength(3);
  });

  it('a broken archive is refused, and fetched again by the next run', async () => {
    sec.faults.add({ call: /2026q2_d\.zip$/, change: (bytes) => bytes.subarray(0, bytes.length - 200), times: 1 });
    const fixture = await fixtureWith();
    expect((await fixture.failureOf()).message).toBe('2026q2_d.zip cannot be read: it is damaged or cut off.');
    expect(titlesOf(await fixture.read())).toEqual(['2026 Q2']);
  });

  test.each(['FILING_DATE', 'CIK', 'ENTITYNAME', 'TOTALAMOUNTSOLD', 'LASTNAME', 'SIGNATURETITLE'])(
    'a quarter whose column %s is called otherwise is refused by the name of the column',
    async (column) => {
      sec.formD.renamed.set(column, `${column}_NEW`);
      sec.formD.quarters.set('2026 Q2', [sampleFiling({ signers: [{ name: 'Ann Sample', title: 'CEO' }] })]);
      expect((await failure()).message).toMatch(
        new RegExp(`^[A-Z]+\\.tsv has no column ${column}\\. Its format may have changed`),
      );
    },
  );

  it('a page without quarters, and an index without its columns, are refused', async () => {
    sec.formD.days.set('2026-07-01', []);
    sec.faults.add({ call: INDEX('2026-07-01'), change: (bytes) => Buffer.from(bytes.toString().replace('File Name', 'Path')) });
    expect((await failure()).message).toContain('has no columns Form Type and File Name');
    sec.formD.quarters.clear();
    expect((await failure()).message).toContain('lists no quarter');
  });

  it('a few filings that cannot be read are left out, many stop the day', async () => {
    sec.formD.days.set('2026-07-01', filings(20));
    const broken = (accessions: RegExp) =>
      sec.faults.add({ call: accessions, change: (bytes) => bytes.subarray(0, bytes.length / 2) });
    broken(/-26-00000[1-5]\.txt/);
    const steps = await read();
    expect(recordsOf(steps[1], 'companies')).toHaveLength(15);
    broken(/-26-000006\.txt/);
    expect((await failure({}, steps[0]?.checkpoint)).message).toMatch(
      /^6 filings of 2026-07-01 cannot be read, the last at https:/,
    );
  });

  it('a quarter in which many filings are cut off is refused', async () => {
    const many = filings(100).map((filing, index) => (index < 11 ? { ...filing, cik: 'none' } : filing));
    sec.formD.quarters.set('2026 Q2', many);
    expect((await failure()).message).toBe('11 of 100 filings of 2026 Q2 cannot be read. The format may have changed.');
    sec.formD.quarters.set('2026 Q2', many.slice(1));
    expect(recordsOf((await read())[0], 'companies')).toHaveLength(89);
  });
});

describe('"Try it"', () => {
  it('it reads the newest filing about a company, and says what was missing', async () => {
    sec.formD.days.set('2026-07-02', [
      sampleFiling({ accession: '0001999999-26-000001', industry: 'Pooled Investment Fund' }),
      sampleFiling({ accession: '0001999999-26-000002', filedOn: '2026-07-02' }),
    ]);
    const { run } = await fixtureWith();
    const trial = await secFormD.tryOut(run);
    expect(trial.url).toBe('https://www.sec.gov/Archives/edgar/data/1999999/0001999999-26-000002.txt');
    expect(trial.records.map(({ table, record }) => [table, record.cells.name])).toEqual([
      ['companies', 'Northlight Robotics, Inc.'],
      ['people', 'Ann Sample'],
    ]);
    expect(trial.missing).toEqual([]);
    sec.formD.renamed.set('issuerPhoneNumber', 'phone').set('totalAmountSold', 'sold');
    const changed = await secFormD.tryOut(run);
    expect(changed.missing).toEqual(['primaryIssuer/issuerPhoneNumber', 'offeringData/offeringSalesAmounts/totalAmountSold']);
  });

  it('it fails with a sentence where there is no index', async () => {
    const { run } = await fixtureWith();
    await expect(secFormD.tryOut(run)).rejects.toThrow(
      new OpenSourceError('The SEC has published no daily index in the last 7 days.'),
    );
  });
});
