import { describe, expect, it } from 'vitest';
import { type Entity, graphqlAnswer } from './fixtures/answer-form.ts';
import { educationAnswer, experienceAnswer, experiencePageAnswer, german } from './fixtures/component-answers.ts';
import { ilka, memberWithGroups, quillhaven, stranger, viewer } from './fixtures/fictional-member.ts';
import {
  companyAnswer,
  companyRow,
  connectionsAnswer,
  headlessRow,
  hits,
  legacyConnectionsAnswer,
  meAnswer,
  personRow,
  plainConnectionsAnswer,
  searchForms,
  thinCompanyAnswer,
  typeaheadAnswer,
} from './fixtures/page-answers.ts';
import { contactAnswer } from './fixtures/profile-answers.ts';
import { parseCompany } from './parse-company.ts';
import { parseComponentsPage } from './parse-components-page.ts';
import { parseConnections } from './parse-connections.ts';
import { parseContact } from './parse-contact.ts';
import { parseMe } from './parse-me.ts';
import { parseSearch } from './parse-search.ts';
import { parseTypeahead } from './parse-typeahead.ts';

const unreadable = [
  ['a page', '<html></html>', 'html'],
  ['null', null, 'empty'],
  ['a 200 with null for its section', graphqlAnswer('searchDashClustersByAll', null), 'empty'],
  ['an error', { data: { status: 429 }, included: [] }, 'error'],
  ['a text that stops', '{"data":{"*elements":[', 'truncated'],
  ['errors under a 200', { data: { errors: [{ message: 'x' }], data: null } }, 'errors_200'],
  ['something else', { data: { entityUrn: 'urn:li:x:1' }, included: [] }, 'unknown_form'],
] as const;

describe('parseConnections', () => {
  it('reads a page in the network’s order, not in that of the entities', () => {
    const page = parseConnections(JSON.stringify(connectionsAnswer(hits)));
    expect(page).toMatchObject({ ok: true, returned: 3, pageSize: 40, unresolved: [] });
    expect(page.ok && page.connections.map((connection) => connection.full_name)).toEqual([
      'Noor Vance',
      'Jüri Aas',
      'Olu Brandt',
    ]);
    expect(page.ok && page.connections[1]).toEqual({
      profile_id: 'ACoAATESThit2',
      public_identifier: 'j%C3%BCri-aas',
      profile_url: 'https://www.linkedin.com/in/j%C3%BCri-aas',
      full_name: 'Jüri Aas',
      headline: 'Headline of Jüri Aas',
      photo_url: null,
      connected_at: '2025-11-18T11:26:49.000Z',
    });
  });

  it.each([
    ['plain', plainConnectionsAnswer(hits), 'Plain headline'],
    ['older', legacyConnectionsAnswer(hits), 'Older headline'],
  ])('reads the %s form', (_, answer, headline) => {
    const page = parseConnections(answer);
    expect(page.ok && page.connections.map((connection) => [connection.profile_id, connection.headline])).toEqual(
      hits.map((hit) => [hit.id, headline]),
    );
  });

  it('counts members who left the network, and keeps the rest', () => {
    const page = parseConnections(connectionsAnswer(hits.slice(0, 1), ['ACoAATESTgone']));
    expect(page).toMatchObject({
      ok: true,
      returned: 2,
      unresolved: ['ACoAATESTgone'],
      connections: [{ full_name: 'Noor Vance' }],
    });
  });

  it('reads an answer without decoration as members still to be asked for', () => {
    const page = parseConnections({ elements: [{ connectedMember: 'urn:li:fsd_profile:ACoAATESThit1' }] });
    expect(page).toMatchObject({ ok: true, returned: 1, connections: [], unresolved: ['ACoAATESThit1'] });
  });

  it('tells an empty page, which ends the list, from every answer that could not be read', () => {
    expect(parseConnections(connectionsAnswer([]))).toMatchObject({ ok: true, returned: 0, connections: [] });
    expect(parseConnections({ elements: [] })).toMatchObject({ ok: true, returned: 0 });
  });

  it.each(unreadable)('does not take %s for an empty page', (_, content, kind) => {
    expect(parseConnections(content)).toMatchObject({ ok: false, kind });
  });
});

describe('parseSearch', () => {
  it.each(Object.keys(searchForms))('reads people in cluster order, each once: %s', (form) => {
    const page = parseSearch(searchForms[form]?.(hits.map(personRow)));
    expect(page).toMatchObject({ ok: true, hidden: 0, returned: 3, total: 240_029, reachable: 77, companies: [] });
    expect(page.ok && page.people.map((person) => [person.full_name, person.profile_url, person.profile_id])).toEqual([
      ['Noor Vance', 'https://www.linkedin.com/in/noor-vance', 'ACoAATESThit1'],
      ['Jüri Aas', 'https://www.linkedin.com/in/j%C3%BCri-aas', 'ACoAATESThit2'],
      ['Olu Brandt', 'https://www.linkedin.com/in/olu-brandt', 'ACoAATESThit3'],
    ]);
    expect(page.ok && page.people[1]).toMatchObject({
      public_identifier: 'jüri-aas',
      headline: 'Headline of Jüri Aas',
      location: 'Tallinn, Estonia',
      summary: 'Current: Engineer',
      connection_degree: 'second',
      photo_url: expect.stringContaining('800_800'),
    });
  });

  it('counts placeholders by what they lack, in any language', () => {
    const rows = [
      headlessRow('ACoJXTEST1', 'LinkedIn Member'),
      ...hits.slice(0, 1).map(personRow),
      headlessRow('ACoJXTEST2', '领英会员'),
    ];
    expect(parseSearch(searchForms['GraphQL by reference']?.(rows))).toMatchObject({
      ok: true,
      hidden: 2,
      returned: 3,
      people: [{ full_name: 'Noor Vance' }],
    });
  });

  it('keeps a person whose name is the placeholder’s, when the row is a person’s', () => {
    const named = personRow({ id: 'ACoAATESThit9', slug: 'linkedin-member', name: 'LinkedIn Member' });
    expect(parseSearch(searchForms['Rest.li nested']?.([named]))).toMatchObject({
      ok: true,
      hidden: 0,
      people: [{ full_name: 'LinkedIn Member' }],
    });
  });

  it('keeps companies apart from people', () => {
    const page = parseSearch(searchForms['GraphQL nested']?.([companyRow(), ...hits.slice(0, 1).map(personRow)]));
    expect(page).toMatchObject({
      ok: true,
      people: [{ full_name: 'Noor Vance' }],
      companies: [
        {
          company_id: '7710001',
          company_name: 'Quillhaven Robotics',
          company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
        },
      ],
    });
  });

  it('reads a page without hits as the end of the search', () => {
    expect(
      parseSearch(graphqlAnswer('searchDashClustersByAll', { elements: [], paging: { start: 30, count: 10, total: 24 } })),
    ).toMatchObject({
      ok: true,
      returned: 0,
      total: 24,
    });
  });

  it.each(unreadable)('does not take %s for a page without hits', (_, content, kind) => {
    expect(parseSearch(content)).toMatchObject({ ok: false, kind });
  });

  it('does not take a page of connections for a search', () => {
    expect(parseSearch(connectionsAnswer(hits))).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});

describe('parseCompany', () => {
  it('reads the company the root names, not the showcase page beside it', () => {
    expect(parseCompany({ identity: quillhaven.slug, content: companyAnswer() })).toEqual({
      ok: true,
      isThin: false,
      company: {
        company_id: '7710001',
        company_name: 'Quillhaven Robotics',
        universal_name: 'quillhaven-robotics',
        company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
        website: 'https://quillhaven.example',
        description: 'Quiet robots.',
        industry: 'Automation Machinery',
        company_type: 'Privately Held',
        employee_count: 412,
        employee_range: { from: 201, to: 500 },
        city: 'Gent',
        region: 'Oost-Vlaanderen',
        country: 'BE',
        founded_year: null,
        specialities: ['Robots', 'Silence'],
        follower_count: 18_400,
        logo_url: expect.stringContaining('800_800'),
      },
    });
  });

  it('reads plain JSON, whose id stands in the tracking information', () => {
    const plain = {
      elements: [
        { name: 'Tidewick', universalName: 'tidewick', staffCount: 3, trackingInfo: { objectUrn: 'urn:li:company:77' } },
      ],
    };
    expect(parseCompany({ identity: '77', content: plain })).toMatchObject({
      ok: true,
      company: { company_id: '77', company_name: 'Tidewick' },
    });
  });

  it.each(['fsd_company', 'fs_normalized_company', 'company', 'fs_miniCompany'])(
    'takes %s for one spelling of the id',
    (type) => {
      const content = { elements: [{ entityUrn: `urn:li:${type}:12`, name: 'Tidewick' }] };
      expect(parseCompany({ identity: null, content })).toMatchObject({ ok: true, company: { company_id: '12' } });
    },
  );

  it('says when an answer is a stub', () => {
    for (const identity of [quillhaven.slug, '7710001', null]) {
      expect(parseCompany({ identity, content: thinCompanyAnswer() })).toMatchObject({
        ok: true,
        isThin: true,
        company: { company_id: '7710001', company_name: null },
      });
    }
    expect(parseCompany({ identity: '1', content: thinCompanyAnswer() })).toMatchObject({ ok: false, kind: 'other_company' });
  });

  it('refuses another company than the one asked for', () => {
    for (const identity of ['quillhaven-labs', '7719999', '']) {
      expect(parseCompany({ identity, content: companyAnswer() })).toMatchObject({ ok: false, kind: 'other_company' });
    }
    for (const identity of ['7710001', 'Quillhaven-Robotics', null])
      expect(parseCompany({ identity, content: companyAnswer() }).ok).toBe(true);
  });

  it.each(unreadable)('does not read a company from %s', (_, content, kind) => {
    expect(parseCompany({ identity: null, content })).toMatchObject({ ok: false, kind });
  });

  it('does not read a member as a company', () => {
    expect(parseCompany({ identity: null, content: contactAnswer(ilka) })).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});

describe('parseTypeahead', () => {
  it('reads ids from the tracking URN or the target', () => {
    expect(parseTypeahead(typeaheadAnswer())).toEqual({
      ok: true,
      suggestions: [
        { kind: 'geo', id: '661001', name: 'Estonia', subtitle: null },
        { kind: 'geo', id: '661002', name: 'Tallinn, Estonia', subtitle: null },
        { kind: 'company', id: '7710001', name: 'Quillhaven Robotics', subtitle: null },
      ],
    });
  });

  it('tells no suggestions from an unreadable answer', () => {
    expect(parseTypeahead({ data: { elements: [] }, included: [] })).toEqual({ ok: true, suggestions: [] });
    expect(parseTypeahead({ data: { elements: [{ title: 'A changed form' }] }, included: [] })).toMatchObject({
      ok: false,
      kind: 'unknown_form',
    });
  });

  it.each(unreadable)('reads nothing from %s', (_, content, kind) => {
    expect(parseTypeahead(content)).toMatchObject({ ok: false, kind });
  });
});

describe('parseMe', () => {
  it('tells who is signed in', () => {
    expect(parseMe(meAnswer())).toEqual({
      ok: true,
      profile_id: viewer.id,
      public_identifier: viewer.slug,
      profile_url: 'https://www.linkedin.com/in/the-viewer',
      full_name: 'Vi Ewer',
      headline: 'Looking around',
    });
  });

  it.each(unreadable)('tells nobody from %s', (_, content, kind) => {
    expect(parseMe(content)).toMatchObject({ ok: false, kind });
  });
});

describe('parseContact', () => {
  it('reads what was shared, and drops addresses that are no web addresses', () => {
    expect(parseContact({ identity: ilka.slug, content: contactAnswer(ilka) })).toMatchObject({
      ok: true,
      profile_id: ilka.id,
      contact: { email: 'ilka.sorrento@example.com', websites: ['https://example.com/ilka', 'https://example.com'] },
    });
  });

  it('reads an email that was not shared as not told', () => {
    expect(parseContact({ identity: ilka.id, content: contactAnswer({ ...ilka, email: null }) })).toMatchObject({
      ok: true,
      contact: { email: null },
    });
    expect(parseContact({ identity: ilka.id, content: contactAnswer({ ...ilka, email: 'no address' }) })).toMatchObject({
      ok: true,
      contact: { email: null },
    });
  });

  it('refuses another member', () => {
    expect(parseContact({ identity: stranger.slug, content: contactAnswer(ilka) })).toMatchObject({
      ok: false,
      kind: 'other_member',
    });
  });
});

describe('parseComponentsPage', () => {
  const member = memberWithGroups(23, 2);
  const page = (content: unknown, section: 'experience' | 'education' = 'experience'): ReturnType<typeof parseComponentsPage> =>
    parseComponentsPage({ profileId: member.id, section, content });

  it('reads a further page and where the next one starts', () => {
    const second = page(experiencePageAnswer(member, 10, 10, german));
    expect(second).toMatchObject({ ok: true, returned: 10, total: 23, missing: 3, nextStart: 20 });
    expect(second.ok && second.experiences).toHaveLength(20);
    const last = page(JSON.stringify(experiencePageAnswer(member, 20, 10)));
    expect(last).toMatchObject({ ok: true, returned: 3, missing: 0, nextStart: null });
  });

  it('reads the first page too', () => {
    expect(page(experienceAnswer(member, german, 10, 10))).toMatchObject({
      ok: true,
      returned: 10,
      total: 23,
      missing: 13,
      nextStart: 10,
    });
    expect(page(educationAnswer(member), 'education')).toMatchObject({
      ok: true,
      returned: 2,
      missing: 0,
      educations: [{ degree: 'Master of Science' }, {}],
    });
  });

  it('reads a page past the end as the last one', () => {
    expect(page(experiencePageAnswer(member, 30, 10))).toMatchObject({ ok: true, returned: 0, total: 23, nextStart: null });
  });

  it('refuses rows that name another member', () => {
    expect(page(experienceAnswer({ ...ilka, id: stranger.id }))).toMatchObject({ ok: false, kind: 'other_member' });
    expect(page(experiencePageAnswer({ ...ilka, id: stranger.id }, 0, 10))).toMatchObject({ ok: false, kind: 'other_member' });
  });

  it.each(unreadable)('does not take %s for the last page', (_, content, kind) => {
    expect(page(content)).toMatchObject({ ok: false, kind });
  });

  it('does not take rows of a changed form for the last page', () => {
    const changed: Entity = graphqlAnswer('identityDashProfileComponentsByPagedListComponent', {
      elements: [{ components: { newComponent: {} } }],
    });
    expect(page(changed)).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});
