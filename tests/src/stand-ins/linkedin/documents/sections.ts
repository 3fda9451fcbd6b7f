/** What the sections' own endpoints answer: typed rows of one section, a page at a time. */
import { collection, type Document, Entity, type Paging } from '../dialect/node.ts';
import type { Member } from '../model/member.ts';
import { typedEducations, typedPositions } from './positions.ts';
import { types } from './urns.ts';

/** @param path its last part is the section's resource */
export function typedSection(member: Member, path: string, page: Omit<Paging, 'total'>): Document {
  const rows = rowsOf(member, path.split('/').at(-1) ?? '');
  const shown = rows.slice(page.start, page.start + page.count);
  return { kind: 'rest', body: collection({ ...page, total: rows.length }, shown), extra: [] };
}

/** Nobody here has certificates or names languages. */
function rowsOf(member: Member, resource: string): readonly Entity[] {
  if (resource === 'profilePositions') return typedPositions(member);
  if (resource === 'profileEducations') return typedEducations(member);
  if (resource !== 'profileSkills') return [];
  return member.skills.map(
    (name, number) => new Entity(`urn:li:fsd_skill:(${member.id},${number + 1})`, types.skill, types.skill, { name }),
  );
}
