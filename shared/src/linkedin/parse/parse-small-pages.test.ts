import { describe, expect, it } from 'vitest';
import { ilka, stranger, viewer } from './fixtures/fictional-member.ts';
import { meAnswer, typeaheadAnswer } from './fixtures/page-answers.ts';
import { contactAnswer } from './fixtures/profile-answers.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseContact } from './parse-contact.ts';
import { parseMe } from './parse-me.ts';
import { parseTypeahead } from './parse-typeahead.ts';

describe('parseTypeahead', () => {
  it('ids of suggestions are read from the tracking URN or the target', () => {
    expect(parseTypeahead(typeaheadAnswer())).toEqual({
      ok: true,
      suggestions: [
        { kind: 'geo', id: '661001', name: 'Estonia', subtitle: null },
        { kind: 'geo', id: '661002', name: 'Tallinn, Estonia', subtitle: null },
        { kind: 'company', id: '7710001', name: 'Quillhaven Robotics', subtitle: null },
      ],
    });
  });

  it('no suggestions differ from an unreadable answer', () => {
    expect(parseTypeahead({ data: { elements: [] }, included: [] })).toEqual({ ok: true, suggestions: [] });
    expect(parseTypeahead({ data: { elements: [{ title: 'A changed form' }] }, included: [] })).toMatchObject({
      ok: false,
      kind: 'unknown_form',
    });
  });

  it.each(unreadableAnswers)('no suggestion is read from %s', (_, content, kind) => {
    expect(parseTypeahead(content)).toMatchObject({ ok: false, kind });
  });
});

describe('parseMe', () => {
  it('the signed-in member is read', () => {
    expect(parseMe(meAnswer())).toEqual({
      ok: true,
      profile_id: viewer.id,
      public_identifier: viewer.slug,
      profile_url: 'https://www.linkedin.com/in/the-viewer',
      full_name: 'Vi Ewer',
      headline: 'Looking around',
    });
  });

  it.each(unreadableAnswers)('no member is read from %s', (_, content, kind) => {
    expect(parseMe(content)).toMatchObject({ ok: false, kind });
  });
});

describe('parseContact', () => {
  it('shared contact details are read, without addresses that are not web addresses', () => {
    expect(parseContact({ identity: ilka.slug, content: contactAnswer(ilka) })).toMatchObject({
      ok: true,
      profile_id: ilka.id,
      contact: { email: 'ilka.sorrento@example.com', websites: ['https://example.com/ilka', 'https://example.com'] },
    });
  });

  it('an email that was not shared is null', () => {
    expect(parseContact({ identity: ilka.id, content: contactAnswer({ ...ilka, email: null }) })).toMatchObject({
      ok: true,
      contact: { email: null },
    });
    expect(parseContact({ identity: ilka.id, content: contactAnswer({ ...ilka, email: 'no address' }) })).toMatchObject({
      ok: true,
      contact: { email: null },
    });
  });

  it('the contact of another member is refused', () => {
    expect(parseContact({ identity: stranger.slug, content: contactAnswer(ilka) })).toMatchObject({
      ok: false,
      kind: 'other_member',
    });
  });
});
