import {
  cardsAnswer,
  educationAnswer,
  english,
  experienceAnswer,
  experiencePageAnswer,
  plainExperienceAnswer,
} from '@leadloom/shared/linkedin/parse/fixtures/component-answers';
import { ilka, memberWithGroups } from '@leadloom/shared/linkedin/parse/fixtures/fictional-member';
import {
  contactAnswer,
  plainProfileAnswer,
  profileAnswer,
  topCardAnswer,
} from '@leadloom/shared/linkedin/parse/fixtures/profile-answers';
import { parseProfile } from '@leadloom/shared/linkedin/parse/parse-profile';
import { describe, expect, it } from 'vitest';
import { trimAnswer } from './trim-answer.ts';

const many = memberWithGroups(12, 2);
const answers: readonly (readonly [string, object])[] = [
  ['a profile', profileAnswer(ilka)],
  ['a long profile', profileAnswer(many)],
  ['a plain profile', plainProfileAnswer(ilka)],
  ['a top card', topCardAnswer(ilka)],
  ['a contact', contactAnswer(ilka)],
  ['experiences', experienceAnswer(ilka)],
  ['a page of experiences', experiencePageAnswer(many, 5, 5, english)],
  ['plain experiences', plainExperienceAnswer(ilka)],
  ['educations', educationAnswer(ilka)],
  ['cards', cardsAnswer(ilka)],
];
const padding = 'x'.repeat(100_000);
const read = (content: unknown) => parseProfile({ identity: ilka.id, payloads: [{ slot: 'ex', content }] });

describe('what is kept of an answer', () => {
  it.each(answers)('%s of LinkedIn’s is kept unchanged', (_, answer) => {
    const text = JSON.stringify(answer);
    expect(trimAnswer(text)).toBe(text);
  });

  it.each(answers)('%s with padding is parsed the same, and the padding is removed', (_, answer) => {
    const given = { ...answer, padding, 'more padding': [padding] };
    const included = Reflect.get(answer, 'included');
    const others = [{ $type: 'padding', entityUrn: 'urn:li:padding:1', padding }, { padding }, padding];
    const padded = JSON.stringify(Array.isArray(included) ? { ...given, included: [...included, ...others] } : given);
    const trimmed = trimAnswer(padded);
    expect(trimmed.length).toBeLessThan(JSON.stringify(answer).length + 1);
    expect(read(trimmed)).toEqual(read(JSON.stringify(answer)));
  });

  it('texts and names longer than a member can write are removed', () => {
    const entity = { $type: 'com.linkedin.x', entityUrn: 'urn:li:x:1', text: padding, [padding]: 1, list: [padding, 'short'] };
    const kept = JSON.parse(trimAnswer(JSON.stringify({ data: {}, included: [entity] })));
    expect(kept.included[0]).toEqual({
      ...entity,
      text: padding.slice(0, 65_536),
      [padding]: undefined,
      list: [padding.slice(0, 65_536), 'short'],
    });
  });

  it('an answer that is a JSON string is trimmed too', () => {
    const text = JSON.stringify(JSON.stringify({ ...contactAnswer(ilka), padding }));
    expect(trimAnswer(text)).toBe(JSON.stringify(contactAnswer(ilka)));
  });

  it('an answer of any depth is trimmed without an error', () => {
    const deep = `${'{"a":'.repeat(5_000)}{}${'}'.repeat(5_000)}`;
    expect(trimAnswer(deep)).toBe(deep);
  });
});
