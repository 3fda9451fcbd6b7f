/** Runs against a stand-in for HubSpot that keeps state: what is created, updated and left alone, and what is undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HubspotFixture, mapping, openHubspotFixture } from './hubspot.fixture.ts';

describe('a run of HubSpot', () => {
  let fixture: HubspotFixture;
  beforeAll(async () => {
    fixture = await openHubspotFixture();
  });
  afterAll(() => fixture.close());

  let made = 0;
  const companies = (count: number, more: object = {}) => {
    made += 1;
    return Array.from({ length: count }, (_, at) => ({
      name: `Company ${made}-${at}`,
      website: `https://www.company-${made}-${at}.example/about`,
      website_domain: `company-${made}-${at}.example`,
      city: 'Oslo',
      employee_count: 10 + at,
      updated_at: '2026-01-01T00:00:00Z',
      ...more,
    }));
  };
  const setRow = (id: number | undefined, set: string) =>
    fixture.server.database.$client.query(`update companies set ${set} where id = $1`, [id]);

  it('writes the domain of a website, by which HubSpot and another destination find the company again', async () => {
    const { hubspot, addCompanies, connect, dryRun, run } = fixture;
    const rows = companies(1);
    const { list } = await addCompanies([...rows]);
    const lines = [
      { column: 'name', property: 'name', rule: 'theirs' },
      { column: 'website', property: 'domain', rule: 'theirs' },
    ];
    const settings = { source: { kind: 'list', id: list }, mapping: lines };
    const id = await connect(settings);
    expect((await dryRun(id)).created[0]?.changes).toContainEqual({
      property: 'domain',
      from: null,
      to: rows[0]?.website_domain,
    });
    expect(await run(id)).toMatchObject({ state: 'done', created: 1, failed: [] });
    const count = hubspot.portal.count();
    expect(hubspot.portal.findBy('companies', 'domain', rows[0]?.website_domain ?? '')).not.toBeNull();
    // What this destination knows is gone with it: the company is found by its domain.
    expect((await fixture.call('DELETE', `/destinations/${id}`)).status).toBe(204);
    const again = await connect(settings);
    expect(await run(again)).toMatchObject({ state: 'done', created: 0, skipped: 1 });
    await fixture.call('DELETE', `/destinations/${again}`);
    expect(hubspot.portal.count()).toBe(count);
  });

  it('creates what is missing, updates what differs, and does what its dry run said', async () => {
    const { hubspot, addCompanies, connect, dryRun, run, call } = fixture;
    const rows = companies(3);
    const known = hubspot.portal.create('companies', {
      name: 'Known',
      domain: rows[0]?.website_domain ?? '',
      hubspot_owner_id: '71',
    });
    const { ids, list } = await addCompanies([...rows, { name: 'Without a site', updated_at: '2026-01-01T00:00:00Z' }]);
    const id = await connect({ source: { kind: 'list', id: list }, mapping: mapping('ours') });
    const before = hubspot.portal.count();
    const said = await dryRun(id);
    expect(hubspot.portal.count()).toBe(before);
    expect(said).toMatchObject({
      rows: 4,
      charged: 3,
      created: [{ row: ids[1] }, { row: ids[2] }],
      updated: [{ row: ids[0], id: known.id, name: rows[0]?.name }],
      skipped: [{ row: ids[3], reason: 'It has no domain.' }],
    });
    expect(said.updated[0]?.changes).toContainEqual({ property: 'name', from: 'Known', to: rows[0]?.name });
    expect(await run(id)).toMatchObject({
      state: 'done',
      created: 2,
      updated: 1,
      skipped: 1,
      failed: [],
      error: null,
      can_undo: true,
    });
    expect(known.properties).toMatchObject({ name: rows[0]?.name, city: 'Oslo', numberofemployees: '10' });
    expect(hubspot.portal.findBy('companies', 'domain', rows[1]?.website_domain ?? '')?.properties).toMatchObject({
      name: rows[1]?.name,
      city: 'Oslo',
      numberofemployees: '11',
    });
    // The rows count as exported, once.
    const { rows: ledger } = await fixture.server.database.$client.query(
      'select row_count, reserved, ended_at is not null as ended from table_exports order by id desc limit 1',
    );
    expect(ledger[0]).toEqual({ row_count: 3, reserved: 3, ended: true });
    // A second run has nothing to do.
    expect(await run(id)).toMatchObject({ state: 'done', created: 0, updated: 0, skipped: 4, can_undo: false });
    // What is there is known: filters find it.
    const inCrm = async (query: string) => {
      const { body } = await call('GET', `/table/companies?list=${list}&per_page=25&${query}`);
      return (body as { data: { id: number }[] }).data.map((row) => row.id).sort();
    };
    expect(await inCrm('in_crm=true')).toEqual([ids[0], ids[1], ids[2]].sort());
    expect(await inCrm('in_crm=false')).toEqual([ids[3]]);
    expect(await inCrm('crm_owner=kim%20park')).toEqual([ids[0]]);
    expect(await inCrm('crm_stage=Customer')).toEqual([]);
  });

  it('leaves what somebody changed in the CRM since, unless the rule is ours', async () => {
    const { hubspot, addCompanies, connect, dryRun, run } = fixture;
    const rows = companies(1);
    const domain = rows[0]?.website_domain ?? '';
    const { ids, list } = await addCompanies(rows);
    const rules = [
      { column: 'name', property: 'name', rule: 'ours' },
      { column: 'city', property: 'city', rule: 'theirs' },
      { column: 'employee_count', property: 'numberofemployees', rule: 'only-if-empty' },
    ];
    const id = await connect({ source: { kind: 'list', id: list }, mapping: rules });
    await run(id);
    const record = hubspot.portal.findBy('companies', 'domain', domain);
    hubspot.portal.update('companies', record?.id ?? '', { name: 'Renamed there', city: 'Bergen' });
    await setRow(ids[0], "city = 'Tromsø', employee_count = 99");
    const said = await dryRun(id);
    expect(said.updated[0]?.changes).toEqual([{ property: 'name', from: 'Renamed there', to: rows[0]?.name }]);
    expect(await run(id)).toMatchObject({ created: 0, updated: 1 });
    expect(record?.properties).toMatchObject({ name: rows[0]?.name, city: 'Bergen', numberofemployees: '10' });
    // Nobody touched the city again, but it is not ours any more.
    await setRow(ids[0], "name = name, city = 'Bodø'");
    expect((await dryRun(id)).skipped).toEqual([
      { row: ids[0], reason: 'The CRM has another value, which stays: City, Number of employees.' },
    ]);
    // Where the value is ours still, the row's is written.
    hubspot.portal.update('companies', record?.id ?? '', { city: 'Bodø' });
    await run(id);
    await setRow(ids[0], "city = 'Narvik'");
    await run(id);
    expect(record?.properties.city).toBe('Narvik');
  });

  it('skips what is doubtful: several records with a domain, several rows with one, a record that was deleted', async () => {
    const { hubspot, addCompanies, connect, dryRun, run } = fixture;
    const rows = companies(3);
    const [double = '', shared = '', deleted = ''] = rows.map((row) => row.website_domain);
    hubspot.portal.create('companies', { domain: double });
    hubspot.portal.create('companies', { domain: `www.${double}` });
    const again = { ...rows[1], name: 'The same site' };
    const { ids, list } = await addCompanies([...rows, again]);
    const id = await connect({ source: { kind: 'list', id: list }, mapping: mapping('ours') });
    expect((await dryRun(id)).skipped).toEqual([
      { row: ids[0], reason: 'Several records have its domain.' },
      { row: ids[3], reason: 'Another row has the same domain.' },
    ]);
    expect(await run(id)).toMatchObject({ created: 2, skipped: 2 });
    const gone = hubspot.portal.findBy('companies', 'domain', deleted);
    hubspot.portal.archive('companies', gone?.id ?? '');
    const said = await dryRun(id);
    expect(said.created).toEqual([]);
    expect(said.skipped).toContainEqual({ row: ids[2], reason: 'Its record was deleted in the CRM.' });
    await run(id);
    expect(hubspot.portal.findBy('companies', 'domain', deleted)).toBeNull();
    // It stays so after the reading, too.
    expect((await dryRun(id)).skipped).toContainEqual({ row: ids[2], reason: 'Its record was deleted in the CRM.' });
    expect(hubspot.portal.findBy('companies', 'domain', shared)).not.toBeNull();
  });

  it('follows a record that was merged', async () => {
    const { hubspot, addCompanies, connect, run } = fixture;
    const rows = companies(1);
    const { ids, list } = await addCompanies(rows);
    const id = await connect({ source: { kind: 'list', id: list }, mapping: mapping('ours') });
    await run(id);
    const own = hubspot.portal.findBy('companies', 'domain', rows[0]?.website_domain ?? '');
    const primary = hubspot.portal.create('companies', { name: 'The primary record', domain: 'primary.example' });
    hubspot.portal.merge('companies', primary.id, own?.id ?? '');
    await setRow(ids[0], "city = 'Hamar'");
    expect(await run(id)).toMatchObject({ created: 0, updated: 1, failed: [] });
    expect(primary.properties).toMatchObject({ name: rows[0]?.name, city: 'Hamar' });
  });

  it('a value that the CRM stores in another form is not written again', async () => {
    const { hubspot, addCompanies, connect, run } = fixture;
    const rows = companies(1, { phone: '(555) 0134' });
    const { list } = await addCompanies(rows);
    const id = await connect({ source: { kind: 'list', id: list }, mapping: mapping('theirs') });
    await run(id);
    expect(hubspot.portal.findBy('companies', 'domain', rows[0]?.website_domain ?? '')?.properties.phone).toBe('555 0134');
    expect(await run(id)).toMatchObject({ updated: 0, skipped: 1 });
  });

  it('an item that the CRM refuses is named, and the others are written', async () => {
    const { addPeople, connect, run } = fixture;
    const person = (at: number, city: string | null) => ({
      ...{ name: `Person ${at}`, email: `person-${at}@refused.example`, city, updated_at: '2026-01-01T00:00:00Z' },
    });
    const { ids, list } = await addPeople([person(1, 'Oslo'), { ...person(2, 'Oslo'), title: 'no-email' }, person(3, null)]);
    await fixture.server.database.$client.query("update people set email = 'two@a@refused.example' where id = $1", [ids[1]]);
    const id = await connect({
      ...{ object: 'contacts', key: 'crm_id', source: { kind: 'list', id: list } },
      mapping: [
        { column: 'email', property: 'email', rule: 'ours' },
        { column: 'city', property: 'city', rule: 'ours' },
        { column: 'name', property: 'lifecyclestage', rule: 'ours' },
      ],
    });
    fixture.hubspot.portal.create('contacts', { email: 'person-3@refused.example' });
    const ended = await run(id);
    expect(ended).toMatchObject({ state: 'done', created: 2, skipped: 1 });
    expect(ended.failed).toEqual([{ row: ids[2], reason: expect.stringContaining('Contact already exists') }]);
  });

  it('contacts have first and last names where a name has exactly two words', async () => {
    const { hubspot, addPeople, addCompanies, connect, call, run } = fixture;
    const lines = ['first_name', 'last_name'].map((column) => ({ column, property: column.replace('_', ''), rule: 'theirs' }));
    const contacts = (list: number) => ({ object: 'contacts', key: 'email', source: { kind: 'list', id: list }, mapping: lines });
    const namesOf = (email: string) => {
      const { firstname = null, lastname = null } = hubspot.portal.findBy('contacts', 'email', email)?.properties ?? {};
      return [firstname, lastname];
    };
    const updated = { updated_at: '2026-01-01T00:00:00Z' };
    const people = await addPeople([
      { ...updated, name: 'Ada Weaverfict', email: 'ada@names.example' },
      { ...updated, name: 'Bo van der Fict', email: 'bo@names.example' },
    ]);
    const id = await connect(contacts(people.list));
    const { body } = await call('GET', `/destinations/${id}/properties`);
    expect(body).toMatchObject({ row: { name: 'Ada Weaverfict', first_name: 'Ada', last_name: 'Weaverfict' } });
    expect(await run(id)).toMatchObject({ state: 'done', created: 2, failed: [] });
    expect(['ada@names.example', 'bo@names.example'].map(namesOf)).toEqual([
      ['Ada', 'Weaverfict'],
      [null, null],
    ]);
    // The name of a company is not that of its contact.
    const [company] = companies(1, { main_contact_name: 'Cleo Fict', main_contact_email: 'cleo@names.example' });
    const firms = await addCompanies([company ?? {}]);
    const ofFirms = await connect(contacts(firms.list));
    expect(await run(ofFirms)).toMatchObject({ created: 1 });
    expect(namesOf('cleo@names.example')).toEqual(['Cleo', 'Fict']);
    // Companies have no such columns.
    const asCompanies = await connect({ source: { kind: 'list', id: firms.list }, mapping: lines });
    expect((await call('POST', `/destinations/${asCompanies}/dry-run`)).status).toBe(409);
    for (const made of [id, ofFirms, asCompanies]) await call('DELETE', `/destinations/${made}`);
  });

  it('is undone where nobody changed the record since', async () => {
    const { hubspot, addCompanies, connect, run, undo, runs } = fixture;
    const rows = companies(4);
    const [updated = '', changed = '', fresh = '', touched = ''] = rows.map((row) => row.website_domain);
    const one = hubspot.portal.create('companies', { domain: updated, city: 'Before' });
    const other = hubspot.portal.create('companies', { domain: changed, city: 'Before' });
    const { list } = await addCompanies(rows);
    const id = await connect({ source: { kind: 'list', id: list }, mapping: mapping('ours') });
    const ended = await run(id);
    expect(ended).toMatchObject({ created: 2, updated: 2 });
    const used = hubspot.portal.findBy('companies', 'domain', touched);
    hubspot.portal.update('companies', used?.id ?? '', { country: 'Norway' });
    hubspot.portal.update('companies', other.id, { city: 'By a person' });
    const answer = await undo(id, ended.id);
    expect(answer.undone).toBe(2);
    expect(answer.kept.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: other.id, reason: 'Somebody changed it since: city.' },
      { id: used?.id, reason: 'Somebody changed it since: country.' },
    ]);
    expect(one.properties).toMatchObject({ city: 'Before' });
    expect(one.properties.name).toBeUndefined();
    expect(hubspot.portal.findBy('companies', 'domain', fresh)).toBeNull();
    expect(other.properties).toMatchObject({ city: 'By a person' });
    expect((await runs(id))[0]).toMatchObject({ id: ended.id, can_undo: false, undone_at: expect.any(String) });
    expect(await undo(id, ended.id)).toEqual({ undone: 0, kept: [] });
    // What was deleted by the undoing is created again by the next run.
    expect(await run(id)).toMatchObject({ created: 1 });
  });
});
