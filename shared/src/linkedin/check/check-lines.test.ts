import { describe, expect, it } from 'vitest';
import { checkedEndpoints } from '../../contract/catalogue-checks.ts';
import { CHECKED_MEMBER, checkAnswers } from '../../testing/linkedin-check.fixture.ts';
import type { CheckKnowledge, CheckVerdict } from './check-answer.ts';
import { checkReaders } from './plan-check.ts';

const profile = {
  ...{ firstName: 'Tove', groups: 1, isCut: false, positions: 1, hasEducation: false, hasSummary: true },
  employer: 'warp-and-weft',
};
const knowledge: CheckKnowledge = { subject: CHECKED_MEMBER, profile, connections: 12 };
const read = (endpoint: (typeof checkedEndpoints)[number], answer: unknown, known: CheckKnowledge = knowledge): CheckVerdict =>
  checkReaders[endpoint](typeof answer === 'string' ? answer : JSON.stringify(answer), known);

describe.each(checkedEndpoints)('the line %s', (endpoint) => {
  const { understood, different } = checkAnswers[endpoint];
  const missing = Object.keys(different);

  it('an answer as LinkedIn sends it is understood', () => {
    expect(read(endpoint, understood).state).toBe('understood');
  });

  it.each(missing)('an answer without %s is different, and says so', (field) => {
    expect(read(endpoint, different[field])).toMatchObject({ state: 'different', missing: field });
  });

  it.each([
    ['a page instead of data', '<!doctype html><title>Tove Lind</title>', 'JSON'],
    ['half of it', JSON.stringify(understood).slice(0, -40), 'JSON'],
    ['text', 'Too many requests', 'JSON'],
    ['nothing', '', 'data'],
    ['an error body', { status: 400, message: 'no' }, 'data'],
    ['errors beside the data', { ...understood, errors: [{ message: 'no' }] }, 'data'],
    ['nesting without end', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'JSON'],
    ['too many values', JSON.stringify({ data: Array.from({ length: 300_000 }, () => ['x']) }), 'JSON'],
  ])('%s is different, and no text of it is repeated', (_, content, field) => {
    expect(read(endpoint, content)).toEqual({ state: 'different', missing: field });
  });

  it('what is missing is always the name of a field', () => {
    for (const answer of [...Object.values(different), { data: { '*elements': ['Tove Lind'] }, included: [] }, { data: 7 }]) {
      const verdict = read(endpoint, answer);
      if (verdict.state === 'different') expect(verdict.missing).toMatch(/^[A-Za-z0-9_.]{1,60}$/);
      expect(JSON.stringify(verdict)).not.toContain('Bram');
    }
  });
});

describe('what a check learns', () => {
  it('the member of `me` is who all other lines are about', () => {
    expect(read('me', checkAnswers.me.understood)).toEqual({ state: 'understood', learned: { subject: CHECKED_MEMBER } });
  });

  it('the profile says what lines below it are compared with', () => {
    expect(read('profile', checkAnswers.profile.understood)).toEqual({ state: 'understood', learned: { profile } });
  });

  it('a profile that has more employers than were sent is cut', () => {
    const cut = JSON.stringify(checkAnswers.profile.understood).replace('"count":10,"total":1', '"count":10,"total":14');
    expect(read('profile', cut)).toMatchObject({ learned: { profile: { groups: 14, isCut: true } } });
  });

  it('connections that nobody has are understood where the top card counts none', () => {
    const none = checkAnswers.connections.different.elements;
    expect(read('connections', none, { ...knowledge, connections: 0 }).state).toBe('understood');
    expect(read('connections', none, { ...knowledge, connections: null })).toMatchObject({ missing: 'elements' });
  });

  it('cards are compared with what the profile has, where it was understood', () => {
    const education = checkAnswers.cards.different.EXPERIENCE;
    expect(read('cards', education, { ...knowledge, profile: { ...profile, hasEducation: true } }).state).toBe('understood');
    expect(read('cards', education, { ...knowledge, profile: null }).state).toBe('understood');
  });

  it('before the member is known, nothing that should be about them is understood', () => {
    const nobody: CheckKnowledge = { subject: null, profile: null, connections: null };
    for (const endpoint of ['profile', 'topCard', 'contact', 'sections', 'components', 'componentsPage', 'cards'] as const)
      expect(read(endpoint, checkAnswers[endpoint].understood, nobody).state, endpoint).toBe('different');
  });
});
