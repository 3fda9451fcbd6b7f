/** A section of the rendered profile, and any page of any of its lists. */
import { collection, type Document, Entity, type NodeObject, type Paging, typed } from '../dialect/node.ts';
import type { EmployerGroup } from '../model/career.ts';
import { isLocale, type Locale, wordsOf } from '../model/locales.ts';
import type { Member } from '../model/member.ts';
import { pagedList, textModel } from './layout.ts';
import type { MemberRequest } from './profile.ts';
import { educationRows, experienceRow, roleRows, skillRows } from './section-rows.ts';
import { positionGroupUrn, profileUrn, types } from './urns.ts';

export const sectionNames = ['experience', 'education', 'skills'] as const;
export type SectionName = (typeof sectionNames)[number];

const viewNames: Readonly<Record<SectionName, string>> = {
  experience: 'EXPERIENCE_VIEW_DETAILS',
  education: 'EDUCATION_VIEW_DETAILS',
  skills: 'ALL_SKILLS_VIEW_DETAILS',
};
const GROUP_VIEW = 'EXPERIENCE_ROLES_OF_EMPLOYER';
export const SECTION_PAGE_SIZE = 20;
const TETRIS = 'com.linkedin.voyager.dash.identity.profile.tetris';

export function sectionDocument(request: MemberRequest, root: string, section: SectionName, count: number): Document {
  const locale = request.network.captionLocale(request.member, request.language);
  const urnLocale = isLocale(request.language) ? request.language : 'en_US';
  const rows = sectionRows(request.member, section, locale, urnLocale);
  const list = listEntity(sectionUrn(request.member, section, urnLocale), 'LINE_SEPARATED', rows, { start: 0, count });
  const metadata = typed(`${TETRIS}.ComponentsCollectionMetadata`, {
    title: wordsOf(locale).headings[section],
    showBackButton: false,
  });
  const body = typed('com.linkedin.restli.common.CollectionResponse', { metadata, elements: [pagedList(list)] });
  return { kind: 'graphql', root, body, extra: [] };
}

/** @returns undefined when the list's address names no list of this member */
export function listPageDocument(
  request: MemberRequest,
  root: string,
  list: ListAddress,
  page: Omit<Paging, 'total'>,
): Document | undefined {
  const locale = request.network.captionLocale(request.member, list.locale);
  const rows = rowsOfList(request.member, list, locale);
  if (rows === undefined) return undefined;
  const shown = rows.slice(page.start, page.start + page.count);
  const metadata = typed(`${TETRIS}.PagedComponentsCollectionMetadata`, { paginationToken: null });
  return { kind: 'graphql', root, body: collection({ ...page, total: rows.length }, shown, { metadata }), extra: [] };
}

export interface ListAddress {
  readonly memberId: string;
  readonly view: string;
  /** The number of the employer when the list is that of its roles; null otherwise. */
  readonly groupNumber: number | null;
  readonly locale: Locale;
}

const LIST_ADDRESS = /^urn:li:fsd_profilePagedListComponent:\(([\w-]+),([A-Z_]+),(urn:li:[^ ]+),NONE,([a-z]{2}_[A-Z]{2})\)$/;

export function readListAddress(urn: string): ListAddress | undefined {
  const match = LIST_ADDRESS.exec(urn);
  const [, memberId = '', view = '', of = '', locale] = match ?? [];
  if (match === null || !isLocale(locale)) return undefined;
  const group = /^urn:li:fsd_profilePositionGroup:\([\w-]+,(\d+)\)$/.exec(of)?.[1];
  if (group === undefined && of !== profileUrn(memberId)) return undefined;
  return { memberId, view, groupNumber: group === undefined ? null : Number(group), locale };
}

export function sectionRows(member: Member, section: SectionName, locale: Locale, urnLocale: Locale): readonly NodeObject[] {
  if (section === 'education') return educationRows(member, locale);
  if (section === 'skills') return skillRows(member);
  return member.groups.map((group) =>
    experienceRow(group, locale, (nested, roles) => [
      pagedList(listEntity(groupUrn(member, nested, urnLocale), 'NONE', roles, { start: 0, count: SECTION_PAGE_SIZE })),
    ]),
  );
}

function rowsOfList(member: Member, list: ListAddress, locale: Locale): readonly NodeObject[] | undefined {
  if (list.groupNumber !== null) {
    const group = member.groups.find((candidate) => candidate.number === list.groupNumber);
    return group === undefined || list.view !== GROUP_VIEW ? undefined : roleRows(group, locale);
  }
  const section = sectionNames.find((name) => viewNames[name] === list.view);
  return section === undefined ? undefined : sectionRows(member, section, locale, list.locale);
}

function sectionUrn(member: Member, section: SectionName, locale: Locale): string {
  return `urn:li:fsd_profilePagedListComponent:(${member.id},${viewNames[section]},${profileUrn(member.id)},NONE,${locale})`;
}

function groupUrn(member: Member, group: EmployerGroup, locale: Locale): string {
  return `urn:li:fsd_profilePagedListComponent:(${member.id},${GROUP_VIEW},${positionGroupUrn(member.id, group.number)},NONE,${locale})`;
}

function listEntity(
  urn: string,
  decorationType: 'NONE' | 'LINE_SEPARATED',
  rows: readonly NodeObject[],
  page: Omit<Paging, 'total'>,
): Entity {
  const shown = rows.slice(page.start, page.start + page.count);
  return new Entity(urn, types.pagedList, 'com.linkedin.554d00112233445566778899aabbccdd', {
    components: collection({ ...page, total: rows.length }, shown, {
      metadata: typed(`${TETRIS}.PagedComponentsCollectionMetadata`, { paginationToken: null }),
    }),
    decorationType,
    pageSize: page.count,
    padded: false,
    footerAction: textModel(null),
  });
}
