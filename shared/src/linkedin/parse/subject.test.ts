import { describe, expect, it } from 'vitest';
import { type Entity, entity, restAnswer } from './fixtures/answer-form.ts';
import { cardsAnswer, experienceAnswer } from './fixtures/component-answers.ts';
import { ilka, stranger, viewer } from './fixtures/fictional-member.ts';
import { connectionsAnswer, hits, meAnswer } from './fixtures/page-answers.ts';
import { parse, parsed, recordAnswer } from './fixtures/parsed-answers.ts';
import { memberUrn, plainProfileAnswer, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';

describe('the subject of a profile', () => {
  const slugged = (slug: string): Entity => recordAnswer({ publicIdentifier: slug });

  it.each([
    ['the slug', ilka.slug, ilka.slug],
    ['the slug in other case', 'Ilka-SORRENTO', ilka.slug],
    ['the member id', ilka.id, ilka.slug],
    ['the member id in lower case', ilka.id.toLowerCase(), ilka.slug],
    ['a URN of the member', memberUrn(ilka.id), ilka.slug],
    ['a percent-encoded slug', 'j%C3%BCri-aas', 'jüri-aas'],
    ['a slug the answer encodes', 'Jüri-Aas', 'j%C3%BCri-aas'],
    ['a slug composed differently', 'ju\u0308ri-aas', 'jüri-aas'],
    ['a slug of another script', '石川-健', '%E7%9F%B3%E5%B7%9D-%E5%81%A5'],
  ])('the subject is found by %s', (_, identity, slug) => {
    expect(parsed(identity, slugged(slug)).profile.profile_id).toBe(ilka.id);
  });

  it('the subject has one address in any spelling of the slug', () => {
    expect(parsed('jüri-aas', slugged('jüri-aas')).profile.profile_url).toBe('https://www.linkedin.com/in/j%C3%BCri-aas');
    expect(parsed('jüri-aas', slugged('j%C3%BCri-aas')).profile.profile_url).toBe('https://www.linkedin.com/in/j%C3%BCri-aas');
  });

  it.each([
    ['a profile of somebody else', viewer.slug, [profileAnswer(ilka)]],
    ['a profile of somebody else, asked by id', viewer.id, [profileAnswer(ilka)]],
    [
      'one payload of somebody else among good ones',
      ilka.slug,
      [profileAnswer(ilka), topCardAnswer({ ...ilka, id: stranger.id, slug: stranger.slug })],
    ],
    ['a plain profile of somebody else', 'someone-else', [plainProfileAnswer(ilka)]],
    ['rendered rows of somebody else', stranger.id, [experienceAnswer(ilka)]],
    ['cards of somebody else', stranger.id, [cardsAnswer(ilka)]],
    [
      'rows of somebody else beside the right profile',
      ilka.slug,
      [profileAnswer(ilka), experienceAnswer({ ...ilka, id: stranger.id })],
    ],
    ['who is signed in', ilka.slug, [meAnswer()]],
  ])('the subject is refused for %s', (_, identity, contents) => {
    expect(parse(identity, ...contents)).toMatchObject({ ok: false, reason: 'other_member' });
  });

  it('the viewer or another member in the answer is not the subject', () => {
    const { profile } = parsed(ilka.slug, profileAnswer(ilka), topCardAnswer(ilka));
    expect(profile.profile_id).toBe(ilka.id);
    expect(profile.experiences.some((experience) => experience.title === 'Position of a stranger')).toBe(false);
    expect(profile.headline).not.toContain('Must not be picked');
  });

  it('the subject is the first that the root names, unless the answer is about the requested member', () => {
    const included = [viewer, ilka].map(({ id, slug, first }) =>
      entity('identity.profile.Profile', memberUrn(id), { publicIdentifier: slug, firstName: first }),
    );
    const answer = restAnswer([memberUrn(ilka.id), memberUrn(viewer.id)], included);
    expect(parsed(ilka.slug, answer).profile.first_name).toBe('Ilka');
    expect(parse('nobody-asked', answer)).toMatchObject({ ok: false, reason: 'other_member' });
  });

  it('a record without its slug is not accepted without proof', () => {
    const nameless = restAnswer(
      [memberUrn(ilka.id)],
      [entity('identity.profile.Profile', memberUrn(ilka.id), { firstName: 'Ilka' })],
    );
    expect(parse(ilka.slug, nameless)).toMatchObject({ ok: false, reason: 'unreadable' });
    expect(parsed(ilka.id, nameless).profile.first_name).toBe('Ilka');
    expect(parsed(ilka.slug, nameless, topCardAnswer(ilka)).profile.first_name).toBe('Ilka');
  });

  it('a plain record without its own URN is identified by its nested objects', () => {
    const record = {
      publicIdentifier: ilka.slug,
      firstName: 'Ilka',
      followingState: { entityUrn: `urn:li:fsd_followingState:${memberUrn(ilka.id)}`, followerCount: 7 },
    };
    expect(parsed(ilka.slug, { elements: [record] }).profile).toMatchObject({ profile_id: ilka.id, follower_count: 7 });
    const second = { publicIdentifier: ilka.slug, lastName: 'Sorrento' };
    expect(parsed(ilka.slug, { elements: [second] }, { elements: [record] }).profile.full_name).toBe('Ilka Sorrento');
  });

  it.each([
    ['nothing', []],
    ['pages and errors', ['<html>', null, { data: { status: 403 }, included: [] }]],
    ['answers about something else', [connectionsAnswer(hits)]],
    ['an empty list', [restAnswer([], [])]],
  ])('the subject is unreadable in %s', (_, contents) => {
    expect(parse(ilka.slug, ...contents)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it('an empty identity never finds a subject', () => {
    expect(parse('', recordAnswer({ publicIdentifier: '' }))).toMatchObject({ ok: false });
  });
});
