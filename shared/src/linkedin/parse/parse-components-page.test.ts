import { describe, expect, it } from 'vitest';
import { type Entity, graphqlAnswer } from './fixtures/answer-form.ts';
import { educationAnswer, experienceAnswer, experiencePageAnswer, german } from './fixtures/component-answers.ts';
import { ilka, memberWithGroups, stranger } from './fixtures/fictional-member.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseComponentsPage } from './parse-components-page.ts';

describe('parseComponentsPage', () => {
  const member = memberWithGroups(23, 2);
  const page = (content: unknown, section: 'experience' | 'education' = 'experience'): ReturnType<typeof parseComponentsPage> =>
    parseComponentsPage({ profileId: member.id, section, content });

  it('a further page is read with the start of the next one', () => {
    const second = page(experiencePageAnswer(member, 10, 10, german));
    expect(second).toMatchObject({ ok: true, returned: 10, total: 23, missing: 3, nextStart: 20 });
    expect(second.ok && second.experiences).toHaveLength(20);
    const last = page(JSON.stringify(experiencePageAnswer(member, 20, 10)));
    expect(last).toMatchObject({ ok: true, returned: 3, missing: 0, nextStart: null });
  });

  it('the first page is read too', () => {
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

  it('a page past the end is read as the last one', () => {
    expect(page(experiencePageAnswer(member, 30, 10))).toMatchObject({ ok: true, returned: 0, total: 23, nextStart: null });
  });

  it('rows that name another member are refused', () => {
    expect(page(experienceAnswer({ ...ilka, id: stranger.id }))).toMatchObject({ ok: false, kind: 'other_member' });
    expect(page(experiencePageAnswer({ ...ilka, id: stranger.id }, 0, 10))).toMatchObject({ ok: false, kind: 'other_member' });
  });

  it.each(unreadableAnswers)('%s is not taken for the last page', (_, content, kind) => {
    expect(page(content)).toMatchObject({ ok: false, kind });
  });

  it('rows of an unknown format are not taken for the last page', () => {
    const changed: Entity = graphqlAnswer('identityDashProfileComponentsByPagedListComponent', {
      elements: [{ components: { newComponent: {} } }],
    });
    expect(page(changed)).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});
