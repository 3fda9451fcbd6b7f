import { describe, expect, it } from 'vitest';
import { connectionsAnswer, hits, legacyConnectionsAnswer, plainConnectionsAnswer } from './fixtures/page-answers.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseConnections } from './parse-connections.ts';

describe('parseConnections', () => {
  it('a page is read in LinkedIn’s order, not in that of the entities', () => {
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
  ])('the %s form is read', (_, answer, headline) => {
    const page = parseConnections(answer);
    expect(page.ok && page.connections.map((connection) => [connection.profile_id, connection.headline])).toEqual(
      hits.map((hit) => [hit.id, headline]),
    );
  });

  it('members who left LinkedIn are counted, and the others kept', () => {
    const page = parseConnections(connectionsAnswer(hits.slice(0, 1), ['ACoAATESTgone']));
    expect(page).toMatchObject({
      ok: true,
      returned: 2,
      unresolved: ['ACoAATESTgone'],
      connections: [{ full_name: 'Noor Vance' }],
    });
  });

  it.each(['connectedMemberResolutionResult', 'miniProfile'])('hidden members are skipped and counted: %s', (field) => {
    const hidden = {
      entityUrn: 'urn:li:fsd_connection:ACoAATESThide',
      createdAt: 1_763_465_209_000,
      [field]: { entityUrn: 'urn:li:fsd_profile:ACoAATESThide', firstName: 'LinkedIn', lastName: 'Member', headline: 'Buyer' },
    };
    const page = parseConnections({ elements: [hidden], paging: { start: 0, count: 40, links: [] } });
    expect(page).toMatchObject({ ok: true, returned: 1, connections: [], unresolved: ['ACoAATESThide'] });
  });

  it('an answer without decoration is read as members to be requested', () => {
    const page = parseConnections({ elements: [{ connectedMember: 'urn:li:fsd_profile:ACoAATESThit1' }] });
    expect(page).toMatchObject({ ok: true, returned: 1, connections: [], unresolved: ['ACoAATESThit1'] });
  });

  it('an empty page, which ends the list, differs from every unreadable answer', () => {
    expect(parseConnections(connectionsAnswer([]))).toMatchObject({ ok: true, returned: 0, connections: [] });
    expect(parseConnections({ elements: [] })).toMatchObject({ ok: true, returned: 0 });
  });

  it.each(unreadableAnswers)('%s is not taken for an empty page', (_, content, kind) => {
    expect(parseConnections(content)).toMatchObject({ ok: false, kind });
  });
});
