import { secAdvisers } from '@leadloom/server/open-sources/sec-advisers/sec-advisers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PublisherStandIn, startPublisher } from '../stand-ins/publisher.ts';
import { type AdviserFiles, type AdviserRow, createAdviserFiles, sampleAdviser, sampleMonth } from '../stand-ins/sec/advisers.ts';
import { type OpenRunFixture, openRunFixture } from './open-run.fixture.ts';

let sec: PublisherStandIn;
let files: AdviserFiles;
const open: OpenRunFixture[] = [];
beforeEach(async () => {
  files = createAdviserFiles();
  sec = await startPublisher({ name: 'sec', wantsContact: true, answer: ({ host, path }) => files.answer(host, path) });
});
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
  await sec.close();
});

async function fixtureWith(options: readonly string[] = [], contact: string | null = 'data@operator.example') {
  const fixture = await openRunFixture(secAdvisers, { origin: sec.origin, options, contact });
  open.push(fixture);
  return fixture;
}

/** The cells of a roster with these firms. */
async function cellsOf(rows: { readonly registered?: readonly AdviserRow[]; readonly exempt?: readonly AdviserRow[] }) {
  files.months.splice(0, 1, sampleMonth({ exempt: [], ...rows }));
  const records = await (await fixtureWith()).readRecords();
  return records.map(({ cells }) => cells);
}

const exempt = (...changes: readonly AdviserRow[]) =>
  changes.map((changed, index) => sampleAdviser({ 'Organization CRD#': String(300001 + index), ...changed }));

describe('the monthly roster', () => {
  it('a firm becomes an investor, with the day of the roster and its page at the SEC', async () => {
    expect(await (await fixtureWith()).readRecords()).toEqual([
      {
        cells: {
          name: 'Northlight Ventures, LLC',
          primary_investor_type: 'Venture Capital',
          website: 'http://www.northlight.example',
          linkedin_url: null,
          country: 'United States',
          state: 'Texas',
          city: 'Austin',
          phone: '512-555-0100',
          aum: 430.428863,
          employees: null,
          legal_name: 'NORTHLIGHT VENTURES GP, LLC',
          registry: 'sec-crd',
          registry_id: '283001',
        },
        url: 'https://adviserinfo.sec.gov/firm/summary/283001',
        asOf: '2026-09-01',
      },
    ]);
  });

  it.each([
    [{ 'Total number of VC funds': '2', 'Total number of PE funds': '3' }, 'PE/Buyout'],
    [{ 'Total number of VC funds': '2', 'Total number of PE funds': '2' }, 'Venture Capital'],
    [{ 'Total number of VC funds': '0', 'Total number of Hedge funds': '1' }, 'Hedge Fund'],
    [{ 'Total number of VC funds': '', 'Total number of Real Estate funds': '1,024' }, 'Real Estate'],
    [{ 'Total number of VC funds': '1', 'Total number of Securitized funds': '5' }, 'Asset Manager'],
    [{ 'Total number of VC funds': '' }, 'Asset Manager'],
    [{ 'Total number of VC funds': '', '5D(b)(1)': '40', '5D(f)(1)': '3' }, 'Wealth Management'],
    [{ 'Total number of VC funds': '', '5D(b)(1)': '2', '5D(f)(1)': '3' }, 'Asset Manager'],
  ])('a firm with %j is of the type %s', async (changed, type) => {
    const [cells] = await cellsOf({ registered: exempt(changed) });
    expect(cells?.primary_investor_type).toBe(type);
  });

  it('assets are in millions, of the first figure that is none of nothing', async () => {
    const gross = 'Total Gross Assets of Private Funds';
    const cells = await cellsOf({
      registered: exempt(
        { '5F(2)(c)': '           628,902,725.00', [gross]: '1,000,000.00' },
        { '5F(2)(c)': '                      .00', [gross]: '1,000,000.00' },
        { '5F(2)(c)': '                      .00', [gross]: '                      .00' },
        { '5F(2)(c)': 'More than 500', [gross]: '' },
      ),
    });
    expect(cells.map(({ aum }) => aum)).toEqual([628.902725, 1, null, null]);
  });

  it('staff is a number, or blank', async () => {
    const cells = await cellsOf({ registered: exempt({ '5A': '1,204' }, { '5A': 'More than 500' }, { '5A': '' }) });
    expect(cells.map(({ employees }) => employees)).toEqual([1204, null, null]);
  });

  it('an address at LinkedIn is no website, and one that many share is nobody’s', async () => {
    const cells = await cellsOf({
      exempt: exempt(
        { 'Website Address': 'HTTPS://WWW.LINKEDIN.COM/COMPANY/NORTHLIGHT' },
        { 'Website Address': 'HTTPS://MEDIUM.COM/@NORTHLIGHT' },
        { 'Website Address': 'HTTPS://MEDIUM.COM/NORTHLIGHT' },
        { 'Website Address': 'HTTPS://TWITTER.COM/NORTHLIGHT' },
      ),
    });
    expect(cells.map(({ website, linkedin_url }) => [website, linkedin_url])).toEqual([
      [null, 'https://www.linkedin.com/company/northlight'],
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('a firm that is in both lists is there once, as registered', async () => {
    const cells = await cellsOf({
      registered: [sampleAdviser({ 'SEC Current Status': 'Approved', '5A': '9' })],
      exempt: [sampleAdviser({}), sampleAdviser({})],
    });
    expect(cells.map(({ registry_id, employees }) => [registry_id, employees])).toEqual([['283001', 9]]);
  });

  it('firms that withdrew, and lines without a number, are left out', async () => {
    const statuses = ['WITHDRAWN', 'Terminated', 'ERA - Inactive', 'ERA - Active', 'Approved', '120-Day Approval'];
    const cells = await cellsOf({
      exempt: [
        ...exempt(...statuses.map((status) => ({ 'SEC Current Status': status }))),
        sampleAdviser({ 'Organization CRD#': '' }),
      ],
    });
    expect(cells.map(({ registry_id }) => registry_id)).toEqual(['300004', '300005', '300006']);
  });

  it('signs of Windows-1252 are read, and a header with a line break shifts no column', async () => {
    const [cells] = await cellsOf({ exempt: exempt({ 'Legal Name': 'SØREN’S CAFÉ FUND "ONE", LLC' }) });
    expect(cells?.legal_name).toBe('SØREN’S CAFÉ FUND "ONE", LLC');
    expect(cells?.website).toBe('http://www.northlight.example');
  });

  it.each([
    ['Canada', 'ON', 'Ontario'],
    ['United States', 'DC', 'District of Columbia'],
    ['United Kingdom', 'LND', null],
  ])('the state of an office in %s with the code %s is %s', async (country, code, state) => {
    const [cells] = await cellsOf({ exempt: exempt({ 'Main Office Country': country, 'Main Office State': code }) });
    expect(cells).toMatchObject({ country, state });
  });

  it('the newest month with both lists counts, whatever the files are called, and is read once', async () => {
    const newer = sampleMonth({ month: 'October 2026', files: ['ia100126_0.zip', 'ia020226-exemptzip.zip'] });
    files.months.unshift(newer);
    const fixture = await fixtureWith();
    const [step] = await fixture.read();
    expect(step).toMatchObject({ title: 'Roster of 2026-10', isFull: true });
    expect(await fixture.read(step?.checkpoint)).toEqual([]);
    files.months.unshift(sampleMonth({ month: 'November 2026', files: ['ia122025.zip', 'ia11-exempt.zip'] }));
    expect((await fixture.read(step?.checkpoint)).map(({ title }) => title)).toEqual(['Roster of 2026-11']);
  });

  it('months before December 2025, which hold no CSV, are not read', async () => {
    files.months.splice(0);
    expect((await (await fixtureWith()).failureOf()).message).toMatch(/lists no month with both archives/);
  });

  it('a column that was renamed is named', async () => {
    files.renamed.set('Website Address', 'Web Address');
    expect((await (await fixtureWith()).failureOf()).message).toMatch(/has no column Website Address\./);
  });

  it('an archive that is broken is refused', async () => {
    sec.faults.add({ call: /-exempt\.zip$/, status: 200 });
    expect((await (await fixtureWith()).failureOf()).message).toMatch(/cannot be read/);
  });

  it('without a contact nothing is asked, and a refusal says how long nothing is sent', async () => {
    await (await fixtureWith([], null)).failureOf();
    expect(sec.requests).toEqual([]);
    sec.faults.add({ call: /./, status: 403 });
    const refusal = await (await fixtureWith()).failureOf();
    expect(refusal.message).toMatch(/contact/);
    expect(refusal.retryAt?.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
  });
});

describe('the daily feed', () => {
  const firm = {
    crd: '283001',
    name: 'NORTHLIGHT & SØNS VENTURES, LLC',
    addresses: ['https://twitter.com/north', 'HTTPS://WWW.LINKEDIN.COM/COMPANY/NORTHLIGHT', 'HTTPS://NORTHLIGHT.EXAMPLE'],
    staff: '19',
  };

  it('the newest feed brings addresses, telephone and staff, but no type', async () => {
    files.feeds.set('08_31_2026', []).set('09_02_2026', [firm]).set('09_01_2026', []);
    const steps = await (await fixtureWith(['daily_feed'])).read();
    expect(steps.map(({ title, isFull }) => [title, isFull])).toEqual([
      ['Roster of 2026-09', true],
      ['Feed of 2026-09-02', true],
    ]);
    expect(steps[1]?.loads[0]?.records).toEqual([
      {
        cells: {
          name: 'Northlight & Søns Ventures, LLC',
          website: 'https://northlight.example',
          linkedin_url: 'https://www.linkedin.com/company/northlight',
          phone: '512-555-0199',
          employees: 19,
          legal_name: 'NORTHLIGHT & SØNS VENTURES, LLC',
          city: 'Austin',
          state: 'Texas',
          country: 'United States',
          registry: 'sec-crd',
          registry_id: '283001',
        },
        url: 'https://adviserinfo.sec.gov/firm/summary/283001',
        asOf: '2026-09-02',
      },
    ]);
    expect(steps[1]?.loads[0]?.fields).not.toContain('primary_investor_type');
  });

  it('the roster leaves to the feed what the feed knows better, and is followed by it again', async () => {
    files.feeds.set('09_02_2026', [firm]);
    const fixture = await fixtureWith(['daily_feed']);
    const [roster, feed] = await fixture.read();
    expect(Object.keys(roster?.loads[0]?.records[0]?.cells ?? {})).not.toContain('website');
    expect(roster?.loads[0]?.fields).not.toContain('website');
    expect(await fixture.read(feed?.checkpoint)).toEqual([]);
    files.months.unshift(sampleMonth({ month: 'October 2026', files: ['ia10.zip', 'ia10-exempt.zip'] }));
    expect((await fixture.read(feed?.checkpoint)).map(({ title }) => title)).toEqual(['Roster of 2026-10', 'Feed of 2026-09-02']);
  });

  it('without the option it is not asked for', async () => {
    files.feeds.set('09_02_2026', [firm]);
    await (await fixtureWith()).read();
    expect(sec.requests.map(({ host }) => host)).not.toContain('reports.adviserinfo.sec.gov');
  });

  it('firms that withdrew are left out', async () => {
    files.feeds.set('09_02_2026', [firm, { ...firm, crd: '283002', status: 'TERMINATED' }]);
    const [, feed] = await (await fixtureWith(['daily_feed'])).read();
    expect(feed?.loads[0]?.records.map(({ cells }) => cells.registry_id)).toEqual(['283001']);
  });

  it('a feed without firms, and a list without feeds, are refused', async () => {
    const fixture = await fixtureWith(['daily_feed']);
    expect((await fixture.failureOf()).message).toMatch(/names no feed of firms/);
    files.feeds.set('09_02_2026', []);
    expect((await fixture.failureOf()).message).toMatch(/format may have changed/);
  });
});

it('a trial reads the first firms of the smaller archive, and names the columns it has not', async () => {
  files.renamed.set('Legal Name', 'Legal');
  const { records, missing, url } = await secAdvisers.tryOut((await fixtureWith()).run);
  expect(url).toMatch(/^https:\/\/www\.sec\.gov\/data-research/);
  expect(records.map(({ table, record }) => [table, record.cells.name])).toEqual([['investors', 'Northlight Ventures, LLC']]);
  expect(missing).toEqual(['Legal Name']);
});
