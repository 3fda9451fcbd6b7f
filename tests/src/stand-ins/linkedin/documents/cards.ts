/** The profile page's cards. Of a long career only the first employers are shown. */
import { collection, type Document, Entity, type NodeObject } from '../dialect/node.ts';
import { type Locale, wordsOf } from '../model/locales.ts';
import type { Member } from '../model/member.ts';
import { followingDecoys } from './decoys.ts';
import { followingStateEntity } from './entity-parts.ts';
import { fixedList, headerComponent, textComponent } from './layout.ts';
import type { MemberRequest } from './profile.ts';
import { educationRows, experienceRow, skillRows } from './section-rows.ts';
import { profileUrn, types } from './urns.ts';

const SHOWN_ROWS = 3;
const RECIPE = 'com.linkedin.deco.recipe.anonymous.Anon500600700';

export function cardsDocument(request: MemberRequest, root: string): Document {
  const { member } = request;
  const locale = request.network.captionLocale(member, request.language);
  const experience = member.groups.slice(0, SHOWN_ROWS).map((group) => experienceRow(group, locale, (_group, roles) => roles));
  const cards = [
    card(member, 'INTERESTS', locale, wordsOf(locale).headings.interests, []),
    ...(member.summary === null
      ? []
      : [card(member, 'ABOUT', locale, wordsOf(locale).headings.about, [textComponent(member.summary)])]),
    card(member, 'EXPERIENCE', locale, wordsOf(locale).headings.experience, [fixedList(experience, 'LINE_SEPARATED')]),
    card(member, 'EDUCATION', locale, wordsOf(locale).headings.education, [
      fixedList(educationRows(member, locale).slice(0, SHOWN_ROWS), 'LINE_SEPARATED'),
    ]),
    card(member, 'SKILLS', locale, wordsOf(locale).headings.skills, [fixedList(skillRows(member).slice(0, 2), 'LINE_SEPARATED')]),
  ];
  const stub = new Entity(profileUrn(member.id), types.profile, RECIPE, { versionTag: String(member.number) });
  const following = followingStateEntity(profileUrn(member.id), member.followerCount);
  return {
    kind: 'graphql',
    root,
    body: collection({ start: 0, count: cards.length }, cards),
    extra: [stub, ...followingDecoys(), following],
  };
}

function card(member: Member, name: string, locale: Locale, heading: string, content: readonly NodeObject[]): Entity {
  return new Entity(`urn:li:fsd_profileCard:(${member.id},${name},${locale})`, types.card, RECIPE, {
    topComponents: [headerComponent(heading), ...content],
    subComponents: [],
  });
}
