/** What the engine relies on is true of the connector of every CRM, against stand-ins that keep state. */
import { BusyDestination, RefusedByDestination } from '@leadloom/server/connectors/connector';
import type { RecordOutcome } from '@leadloom/server/connectors/crm-connector';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Vendor, vendors } from './vendors.fixture.ts';

const { signal } = new AbortController();

describe.each(vendors)('%s', (_, open) => {
  let vendor: Vendor;
  beforeEach(async () => {
    vendor = await open();
  });
  afterEach(async () => {
    await vendor.connector.close();
    await vendor.close();
  });

  const domainOf = (at: number) => `company-${at}.example`;
  const newRecord = (at: number, more: Readonly<Record<string, string>> = {}) => ({
    reference: `run-${at}`,
    values: { [vendor.properties.name]: `Company ${at}`, [vendor.properties.key]: domainOf(at), ...more },
  });
  const idOf = (outcome: RecordOutcome | undefined) => (outcome?.state === 'written' ? outcome.record.id : '');
  const find = (...keys: string[]) => vendor.connector.findByKeys(keys, [vendor.properties.name], signal);

  it('signs in, and leaves nothing behind', async () => {
    expect(await vendor.connector.test(signal)).toEqual({});
    expect(vendor.count()).toBe(0);
  });

  it('lists properties with their types', async () => {
    const { properties, connector } = vendor;
    const listed = new Map((await connector.listProperties('companies', signal)).map((one) => [one.name, one]));
    expect(listed.get(properties.name)).toMatchObject({ type: 'text', choices: null, isReadOnly: false });
    expect(listed.get(properties.number)).toMatchObject({ type: 'number', isReadOnly: false });
    expect(listed.get(properties.choice)).toMatchObject({ type: 'choice' });
    expect(listed.get(properties.choice)?.choices?.length).toBeGreaterThan(1);
    expect((await connector.listProperties('contacts', signal)).length).toBeGreaterThan(3);
  });

  it('finds records by their domains, with doubles, and nothing that is only alike', async () => {
    const [one, other] = [
      vendor.seed({ name: 'One', domain: 'one.example' }),
      vendor.seed({ name: 'The same', domain: 'one.example' }),
    ];
    vendor.seed({ name: 'Alike', domain: 'not-one.example' });
    const third = vendor.seed({ name: 'Third', domain: 'third.example' });
    const found = await find('one.example', 'third.example', 'missing.example', "o'neill.example");
    expect(found.map(({ id }) => id).sort()).toEqual([one, other, third].sort());
    expect(found.find(({ id }) => id === third)).toMatchObject({ values: { [vendor.properties.name]: 'Third' } });
  });

  it('creates records in their order, and says what the CRM stored', async () => {
    const { connector, properties } = vendor;
    const created = await connector.createRecords(
      [newRecord(1, { [properties.number]: '12' }), newRecord(2, { [properties.phone]: '+47 555 0101' })],
      false,
      signal,
    );
    expect(created.map((one) => vendor.nameOf(idOf(one)))).toEqual(['Company 1', 'Company 2']);
    expect(created[0]).toMatchObject({ record: { values: { [properties.name]: 'Company 1', [properties.number]: '12' } } });
    expect((await find(domainOf(1))).map(({ id }) => id)).toEqual([idOf(created[0])]);
  });

  it('repeats a creation whose answer was lost, and creates nothing twice', async () => {
    const records = [newRecord(1), newRecord(2), newRecord(3)];
    vendor.loseNextCreation();
    const lost = /could not be reached|ended the connection before it answered/;
    await expect(vendor.connector.createRecords(records, false, signal)).rejects.toThrow(lost);
    const there = vendor.count();
    expect(there).toBeGreaterThan(0);
    const created = await vendor.connector.createRecords([...records, newRecord(4)], true, signal);
    expect(created.map((one) => vendor.nameOf(idOf(one)))).toEqual(['Company 1', 'Company 2', 'Company 3', 'Company 4']);
    expect(vendor.count()).toBe(4);
  });

  it('refuses one bad record of a batch with the reason, and writes the others', async () => {
    const { connector, properties } = vendor;
    const created = await connector.createRecords([newRecord(1), newRecord(2, properties.bad), newRecord(3)], false, signal);
    expect(created.map(({ state }) => state)).toEqual(['written', 'refused', 'written']);
    expect(created[1]).toMatchObject({ reason: expect.stringMatching(/\w{4}/) });
    expect(vendor.count()).toBe(2);
    const [first, third] = [idOf(created[0]), idOf(created[2])];
    const updated = await connector.updateRecords(
      [
        { id: first, values: properties.bad },
        { id: third, values: { [properties.name]: 'Renamed' } },
      ],
      signal,
    );
    expect(updated.map(({ state }) => state)).toEqual(['refused', 'written']);
    expect(vendor.nameOf(third)).toBe('Renamed');
  });

  it('refuses a property that does not exist for its record alone', async () => {
    const created = await vendor.connector.createRecords(
      [newRecord(1), newRecord(2, { no_such_property: 'x' }), newRecord(3)],
      false,
      signal,
    );
    expect(created.map(({ state }) => state)).toEqual(['written', 'refused', 'written']);
  });

  it('updates records, and empties values', async () => {
    const { connector, properties } = vendor;
    const [created] = await connector.createRecords([newRecord(1, { [properties.number]: '12' })], false, signal);
    const id = idOf(created);
    const values = { [properties.name]: 'Renamed', [properties.number]: null };
    expect(await connector.updateRecords([{ id, values }], signal)).toMatchObject([
      { state: 'written', record: { id, values: { [properties.name]: 'Renamed' } } },
    ]);
    const [read] = await connector.readRecords([id], [properties.name, properties.number], signal);
    expect(read).toMatchObject({ state: 'written', record: { values } });
  });

  it('says which records are gone, and which were merged into which', async () => {
    const { connector, properties } = vendor;
    const ids = [1, 2, 3, 4].map((at) => vendor.seed({ name: `Company ${at}`, domain: domainOf(at) }));
    const [kept = '', gone = '', merged = '', into = ''] = ids;
    vendor.remove(gone);
    vendor.merge(into, merged);
    expect(await connector.readRecords([kept, gone, merged], [properties.name], signal)).toMatchObject([
      { state: 'written', record: { id: kept } },
      { state: 'gone' },
      vendor.tellsMerges ? { state: 'merged', into } : { state: 'gone' },
    ]);
    const changes = [gone, kept].map((id) => ({ id, values: { [properties.name]: 'Changed' } }));
    expect((await connector.updateRecords(changes, signal)).map(({ state }) => state)).toEqual(['gone', 'written']);
  });

  it('deletes records, also those that are gone', async () => {
    const [one, other] = [
      vendor.seed({ name: 'One', domain: 'one.example' }),
      vendor.seed({ name: 'Other', domain: 'other.example' }),
    ];
    vendor.remove(other);
    const deleted = await vendor.connector.deleteRecords([one, other], signal);
    expect(deleted.map(({ state }) => state)).toEqual(['written', 'written']);
    expect(vendor.count()).toBe(0);
  });

  it('lists all records, page by page, each once', async () => {
    const ids = Array.from({ length: 2_345 }, (_, at) => vendor.seed({ name: `Company ${at}`, domain: domainOf(at) }));
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await vendor.connector.listRecords(cursor, signal);
      listed.push(...page.records.map(({ id }) => id));
      expect(page.records.every(({ key }) => key?.includes('.example'))).toBe(true);
      cursor = page.next;
    } while (cursor !== null);
    expect(listed.sort()).toEqual(ids.sort());
  });

  it('waits for limits and failures that pass', async () => {
    await vendor.connector.test(signal);
    vendor.hinder();
    expect(await vendor.connector.test(signal)).toEqual({});
  });

  it('is left alone when the daily limit is reached', async () => {
    vendor.reachDailyLimit();
    const error = await find('one.example').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BusyDestination);
    expect((error as BusyDestination).until.getTime()).toBeGreaterThan(Date.now() + 60_000);
    expect((error as BusyDestination).message).toMatch(/daily limit/);
  });

  it('is refused when its access was withdrawn', async () => {
    await vendor.connector.test(signal);
    vendor.revoke();
    const error = await find('one.example').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RefusedByDestination);
    expect((error as Error).message).not.toContain('fictional');
  });
});
