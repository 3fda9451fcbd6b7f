import { describe, expect, it } from 'vitest';
import { connectionsAnswer, hits, legacyConnectionsAnswer, plainConnectionsAnswer } from './fixtures/page-answers.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseConnections } from './parse-connections.ts';

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

  it.each(['connectedMemberResolutionResult', 'miniProfile'])('skips and counts members who are hidden: %s', (field) => {
    const hidden = {
      entityUrn: 'urn:li:fsd_connection:ACoAATESThide',
      createdAt: 1_763_465_209_000,
      [field]: { entityUrn: 'urn:li:fsd_profile:ACoAATESThide', firstName: 'LinkedIn', lastName: 'Member', headline: 'Buyer' },
    };
    const page = parseConnections({ elements: [hidden], paging: { start: 0, count: 40, links: [] } });
    expect(page).toMatchObject({ ok: true, returned: 1, connections: [], unresolved: ['ACoAATESThide'] });
  });

  it('reads an answer without decoration as members still to be asked for', () => {
    const page = parseConnections({ elements: [{ connectedMember: 'urn:li:fsd_profile:ACoAATESThit1' }] });
    expect(page).toMatchObject({ ok: true, returned: 1, connections: [], unresolved: ['ACoAATESThit1'] });
  });

  it('tells an empty page, which ends the list, from every answer that could not be read', () => {
    expect(parseConnections(connectionsAnswer([]))).toMatchObject({ ok: true, returned: 0, connections: [] });
    expect(parseConnections({ elements: [] })).toMatchObject({ ok: true, returned: 0 });
  });

  it.each(unreadableAnswers)('does not take %s for an empty page', (_, content, kind) => {
    expect(parseConnections(content)).toMatchObject({ ok: false, kind });
  });
});
