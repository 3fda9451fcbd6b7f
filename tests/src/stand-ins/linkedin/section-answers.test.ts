import {
  buildCardsUrl,
  buildComponentsPageUrl,
  buildComponentsUrl,
  experienceListUrn,
} from '@leadloom/shared/linkedin/build-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, readerHeaders } from './ask.ts';
import { firstIndexWith, type Traits } from './model/traits.ts';
import { at, includedOf, jsonOf, listAt, recordOf } from './read-answer.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const components = { kind: 'graphql', queryId: 'voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835' } as const;
const componentsPage = {
  kind: 'graphql',
  queryId: 'voyagerIdentityDashProfileComponents.942ee340539e7b43ee193df3d6ec4be2',
} as const;
const cards = { kind: 'graphql', queryId: 'voyagerIdentityDashProfileCards.55af784c21dc8640b500ab5b45937064' } as const;
const BY_SECTION = ['data', 'data', 'identityDashProfileComponentsBySectionType'] as const;
const BY_LIST = ['data', 'data', 'identityDashProfileComponentsByPagedListComponent'] as const;

let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 400, locale: 'en_US' });
});
afterAll(() => standIn.close());

const openMember = (fits: (traits: Traits) => boolean) =>
  standIn.control.member(
    firstIndexWith((traits) => fits(traits) && !traits.gone && !traits.restricted && !traits.withoutExperience),
  );
const rowOf = (component: unknown) => at(component, 'components', 'entityComponent');
const textOf = (row: unknown, field: string) => at(row, field, 'text');
const titleOf = (row: unknown) => at(row, 'titleV2', 'text', 'text');
const mainList = (answer: unknown) =>
  recordOf(answer, at(answer, ...BY_SECTION, 'elements', 0, 'components', '*pagedListComponent'));

describe('a section by name', () => {
  it('the rows of a section are in the list that the root refers to, after the lists of grouped roles', async () => {
    const member = openMember((traits) => traits.groupedRoles && !traits.undatedRole);
    const answer = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'experience')));
    const list = mainList(answer);
    expect(at(list, 'decorationType')).toBe('LINE_SEPARATED');
    expect(at(list, 'components', 'paging', 'total')).toBe(member.groups.length);
    expect(at(includedOf(answer, 'PagedListComponent')[0], 'decorationType')).toBe('NONE');

    const outer = rowOf(listAt(list, 'components', 'elements')[0]);
    expect(titleOf(outer)).toBe(member.groups[0]?.employer.name);
    const inner = recordOf(answer, at(outer, 'subComponents', 'components', 0, 'components', '*pagedListComponent'));
    expect(String(at(inner, 'entityUrn'))).toContain('fsd_profilePositionGroup:(');
    const roles = listAt(inner, 'components', 'elements').map(rowOf);
    expect(roles.map(titleOf)).toEqual(member.groups[0]?.roles.map((role) => role.title));
    expect(String(textOf(roles[0], 'caption'))).toMatch(/^[A-Z][a-z]{2} \d{4} - |^\d{4} - /);
  });

  it('a single row names role, employer and kind of employment, and a search where there is no page', async () => {
    const member = openMember((traits) => !traits.groupedRoles && traits.freeTextEmployer);
    const answer = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'experience')));
    const rows = listAt(mainList(answer), 'components', 'elements').map(rowOf);
    const [first, second] = member.groups;
    expect(titleOf(rows[0])).toBe(first?.roles[0]?.title);
    expect(String(textOf(rows[0], 'subtitle')).split(' · ')[0]).toBe(first?.employer.name);
    expect(at(rows[0], 'textActionTarget')).toBe(`https://www.linkedin.com/company/${first?.employer.company?.id}/`);
    expect(String(textOf(rows[1], 'subtitle')).split(' · ')[0]).toBe(second?.employer.name);
    expect(String(at(rows[1], 'textActionTarget'))).not.toContain('/company/');
  });

  it('a section is paged by twenty rows, and a list from any row by its address', async () => {
    const member = openMember((traits) => traits.veryManyEmployers);
    const answer = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'experience')));
    expect(listAt(mainList(answer), 'components', 'elements')).toHaveLength(20);
    expect(at(mainList(answer), 'entityUrn')).toBe(experienceListUrn(member.id));

    const page = jsonOf(await ask(standIn, buildComponentsPageUrl(componentsPage, experienceListUrn(member.id), 20)));
    expect(at(page, ...BY_LIST, 'paging')).toMatchObject({ start: 20, count: 10, total: member.groups.length });
    expect(listAt(page, ...BY_LIST, 'elements')).toHaveLength(member.groups.length - 20);

    const grouped = openMember((traits) => traits.groupedRoles);
    const section = jsonOf(await ask(standIn, buildComponentsUrl(components, grouped.id, 'experience')));
    const groupUrn = String(at(includedOf(section, 'PagedListComponent')[0], 'entityUrn'));
    const roles = jsonOf(await ask(standIn, buildComponentsPageUrl(componentsPage, groupUrn, 1)));
    expect(listAt(roles, ...BY_LIST, 'elements')).toHaveLength((grouped.groups[0]?.roles.length ?? 0) - 1);
  });

  it('a section is nested in the plain dialect', async () => {
    const member = openMember((traits) => traits.groupedRoles);
    const headers = { ...readerHeaders(standIn), accept: 'application/json' };
    const answer = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'experience'), headers));
    const section = at(answer, 'data', 'identityDashProfileComponentsBySectionType', 'elements', 0, 'components');
    const outer = rowOf(at(section, 'pagedListComponent', 'components', 'elements', 0));
    expect(titleOf(outer)).toBe(member.groups[0]?.employer.name);
    const roles = listAt(outer, 'subComponents', 'components', 0, 'components', 'pagedListComponent', 'components', 'elements');
    expect(roles.map(rowOf).map(titleOf)).toEqual(member.groups[0]?.roles.map((role) => role.title));
  });

  it('sections list schools and skills', async () => {
    const member = standIn.control.member(
      firstIndexWith((traits, index) => !traits.gone && !traits.restricted && standIn.control.member(index).schools.length > 1),
    );
    const schools = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'education')));
    expect(listAt(mainList(schools), 'components', 'elements').map(rowOf).map(titleOf)).toEqual(
      member.schools.map((school) => school.schoolName),
    );
    const skills = jsonOf(await ask(standIn, buildComponentsUrl(components, member.id, 'skills')));
    expect(listAt(mainList(skills), 'components', 'elements').map(rowOf).map(titleOf)).toEqual([...member.skills]);
  });

  it('an unknown section name answers null without an error', async () => {
    const member = openMember(() => true);
    const url = buildComponentsUrl(components, member.id, 'skills').replace('sectionType:skills', 'sectionType:hobbies');
    const asked = await ask(standIn, url);
    expect(asked.status).toBe(200);
    expect(at(jsonOf(asked), ...BY_SECTION)).toBeNull();
  });

  it('a list’s query with a section’s variables is answered with the missing variable', async () => {
    const asked = await ask(standIn, buildComponentsUrl(componentsPage, openMember(() => true).id, 'experience'));
    expect(asked.status).toBe(200);
    expect(String(at(jsonOf(asked), 'data', 'errors', 0, 'message'))).toContain("'pagedListComponent'");
  });
});

describe('cards', () => {
  it('cards are found by address, show three employers with roles directly below, and give the follower count', async () => {
    const member = openMember((traits) => traits.groupedRoles && traits.manyEmployers && !traits.withoutSummary);
    const answer = jsonOf(await ask(standIn, buildCardsUrl(cards, member.id)));
    const urns = listAt(answer, 'data', 'data', 'identityDashProfileCardsByInitialCards', '*elements').map(String);
    expect(urns.map((urn) => urn.split(',')[1])).toEqual(['INTERESTS', 'ABOUT', 'EXPERIENCE', 'EDUCATION', 'SKILLS']);
    const about = recordOf(answer, urns[1]);
    expect(at(about, 'topComponents', 1, 'components', 'textComponent', 'text', 'text')).toBe(member.summary);
    const experience = recordOf(answer, urns[2]);
    const rows = listAt(experience, 'topComponents', 1, 'components', 'fixedListComponent', 'components').map(rowOf);
    expect(rows).toHaveLength(3);
    expect(listAt(rows[0], 'subComponents', 'components').map(rowOf).map(titleOf)).toEqual(
      member.groups[0]?.roles.map((role) => role.title),
    );
    const counts = includedOf(answer, 'FollowingState').map((state) => at(state, 'followerCount'));
    expect(counts).toContain(member.followerCount);
    expect(counts[0]).not.toBe(member.followerCount);
  });

  it('cards are in the chosen language', async () => {
    const member = openMember((traits) => !traits.allEnded && !traits.groupedRoles && !traits.undatedRole);
    const captionIn = async (locale: 'de_DE' | 'ja_JP' | 'request', asked = 'en_US') => {
      standIn.control.setLocale(locale);
      const url = buildComponentsUrl(components, member.id, 'experience').replace('locale:en_US', `locale:${asked}`);
      const answer = jsonOf(await ask(standIn, url));
      return String(textOf(rowOf(listAt(mainList(answer), 'components', 'elements')[0]), 'caption'));
    };
    expect(await captionIn('de_DE')).toContain('–Heute');
    expect(await captionIn('ja_JP')).toContain('現在');
    expect(await captionIn('request', 'de_DE')).toContain('–Heute');
    expect(await captionIn('request')).toContain(' - Present');
    standIn.control.setLocale('en_US');
  });
});
