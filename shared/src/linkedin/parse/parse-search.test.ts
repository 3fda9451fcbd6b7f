import { describe, expect, it } from 'vitest';
import { type Entity, graphqlAnswer } from './fixtures/answer-form.ts';
import { companyRow, connectionsAnswer, headlessRow, hits, personRow, searchForms } from './fixtures/page-answers.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseSearch } from './parse-search.ts';

describe('parseSearch', () => {
  it.each(Object.keys(searchForms))('people are read in cluster order, each once: %s', (form) => {
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

  it('placeholders are recognised by the fields they lack, in any language', () => {
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

  it.each(Object.keys(searchForms))('hidden members are skipped and counted: %s', (form) => {
    const rows = [headlessRow('ACoJXTEST1', 'LinkedIn Member'), ...hits.slice(0, 1).map(personRow)];
    expect(parseSearch(searchForms[form]?.(rows))).toMatchObject({
      ok: true,
      hidden: 1,
      returned: 2,
      people: [{ full_name: 'Noor Vance' }],
    });
  });

  it('a page of only hidden members differs from the end of the search', () => {
    const rows = ['ACoJXTEST1', 'ACoJXTEST2'].map((id) => headlessRow(id, 'LinkedIn Member'));
    expect(parseSearch(searchForms['GraphQL nested']?.(rows))).toMatchObject({ ok: true, hidden: 2, returned: 2, people: [] });
  });

  it('a hidden member whose row has an address is skipped too', () => {
    const row = { ...headlessRow('ACoJXTEST1', 'LinkedIn Member'), navigationUrl: 'https://www.linkedin.com/in/ACoJXTEST1' };
    expect(parseSearch(searchForms['GraphQL nested']?.([row]))).toMatchObject({ ok: true, hidden: 1, people: [] });
  });

  it('a person with the placeholder’s name is kept if the row is a person’s', () => {
    const named = personRow({ id: 'ACoAATESThit9', slug: 'linkedin-member', name: 'LinkedIn Member' });
    expect(parseSearch(searchForms['Rest.li nested']?.([named]))).toMatchObject({
      ok: true,
      hidden: 0,
      people: [{ full_name: 'LinkedIn Member' }],
    });
  });

  it('companies are not read as people', () => {
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

  it('a page without hits is the end of the search', () => {
    expect(
      parseSearch(graphqlAnswer('searchDashClustersByAll', { elements: [], paging: { start: 30, count: 10, total: 24 } })),
    ).toMatchObject({
      ok: true,
      returned: 0,
      total: 24,
    });
  });

  it.each(Object.keys(searchForms))('unreadable rows are not taken for a page without hits: %s', (form) => {
    const whole: Entity = searchForms[form]?.(hits.map(personRow)) ?? {};
    const withheld = 'included' in whole ? { ...whole, included: [] } : withoutTitles(whole);
    expect(parseSearch(withheld)).toMatchObject({ ok: false, kind: 'unknown_form' });
  });

  it.each(unreadableAnswers)('%s is not taken for a page without hits', (_, content, kind) => {
    expect(parseSearch(content)).toMatchObject({ ok: false, kind });
  });

  it('a page of connections is not taken for a search', () => {
    expect(parseSearch(connectionsAnswer(hits))).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});

/** Nested rows of an unknown format. */
function withoutTitles(answer: Entity): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll('"title":', '"heading":'));
}
