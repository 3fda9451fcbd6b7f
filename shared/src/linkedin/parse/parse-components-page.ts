/** A further page of a section's rendered list, requested by the list's URN and a start. */
import { findSections, type RowSection, readPage } from './component-sections.ts';
import { listRoot, openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import { listState } from './paging.ts';
import type { ParsedEducation, ParsedExperience } from './parsed-profile.ts';
import { educationsOfRows, experiencesOfRows } from './row-experiences.ts';
import { selectSubject } from './subject.ts';

export interface ComponentsPageInput {
  /** The member whose list was requested: a page often does not say. */
  readonly profileId: string;
  readonly section: RowSection;
  readonly content: unknown;
}

export interface ComponentsPage {
  readonly ok: true;
  readonly section: RowSection;
  /** Filled for the section `experience`. */
  readonly experiences: readonly ParsedExperience[];
  /** Filled for the section `education`. */
  readonly educations: readonly ParsedEducation[];
  /** Rows on this page; a group of roles counts as one. */
  readonly returned: number;
  readonly total: number | null;
  /** Rows after this page; null if the response does not say. */
  readonly missing: number | null;
  /** Where the next page starts; null if this is the last. */
  readonly nextStart: number | null;
}

export interface OtherMember {
  readonly ok: false;
  readonly kind: 'other_member';
  readonly status: null;
}

export function parseComponentsPage({
  profileId,
  section,
  content,
}: ComponentsPageInput): ComponentsPage | UnreadPage | OtherMember {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const { payload, index } = answer;
  const list = listRoot(payload);
  const slot = section === 'experience' ? 'ex' : 'ed';
  const verdict = selectSubject(profileId, [payload], index);
  if (!verdict.ok && verdict.reason === 'other_member') return { ok: false, kind: 'other_member', status: null };
  const isPastTheEnd = list !== null && list.elements.length === 0;
  if (!verdict.ok && !isPastTheEnd) return UNKNOWN_FORM;

  const found = findSections(index, [{ slot, payload }], profileId).lists.find((candidate) => candidate.section === section);
  const page = found ?? (list === null ? null : readPage(index, list.collection, section));
  if (page === null) return isPastTheEnd ? lastPage(section, index.listingOf(list.collection)?.total ?? null) : UNKNOWN_FORM;
  const { missing } = listState(page.listing);
  const next = page.listing.start + page.rows.length;
  return {
    ok: true,
    section,
    experiences: section === 'experience' ? experiencesOfRows(page.rows) : [],
    educations: section === 'education' ? educationsOfRows(page.rows) : [],
    returned: page.rows.length,
    total: page.listing.total,
    missing,
    nextStart: (missing ?? 0) > 0 && page.rows.length > 0 ? next : null,
  };
}

function lastPage(section: RowSection, total: number | null): ComponentsPage {
  return { ok: true, section, experiences: [], educations: [], returned: 0, total, missing: 0, nextStart: null };
}
