import { describe, expect, it } from 'vitest';
import {
  cardsAnswer,
  educationAnswer,
  english,
  experienceAnswer,
  german,
  japanese,
  plainExperienceAnswer,
} from './fixtures/component-answers.ts';
import { ilka, memberWithGroups } from './fixtures/fictional-member.ts';
import { parsed } from './fixtures/parsed-answers.ts';
import { memberUrn, profileAnswer } from './fixtures/profile-answers.ts';
import { parseProfile } from './parse-profile.ts';

describe('rendered sections', () => {
  it.each([
    ['English', english],
    ['German', german],
    ['Japanese', japanese],
  ])('rendered sections give the same experiences in %s', (_, language) => {
    const { profile, sections, missingExperiences } = parsed(ilka.id, experienceAnswer(ilka, language));
    const own = parsed(ilka.slug, profileAnswer(ilka)).profile;
    const facts = ({
      title,
      description,
      company_name,
      company_id,
      category,
      started_at,
      ended_at,
      is_current,
    }: (typeof own.experiences)[number]): unknown[] => [
      title,
      description,
      company_name,
      company_id,
      category,
      started_at,
      ended_at,
      is_current,
    ];
    expect(profile.experiences.map(facts)).toEqual(own.experiences.map(facts));
    expect(profile.experiences.map((experience) => experience.company_url)).toEqual([
      'https://www.linkedin.com/company/7710001',
      'https://www.linkedin.com/company/7710001',
      'https://www.linkedin.com/company/7710002',
      'https://www.linkedin.com/company/7710003',
      null,
    ]);
    expect(profile.experiences[0]?.location).toBe('Gent, Belgium');
    expect([sections.experience, missingExperiences]).toEqual(['complete', 0]);
    expect(profile.public_identifier).toBeNull();
  });

  it('sections in plain nested JSON are identified by their slot', () => {
    const payloads = [{ slot: 'ex', content: plainExperienceAnswer(ilka) }];
    const result = parseProfile({ identity: ilka.id, payloads });
    expect(result.ok && result.profile.experiences.map((experience) => experience.title)).toEqual([
      'Head of Automation',
      'Automation Engineer',
      'Consultant',
      'Tutor',
      'Founder',
    ]);
  });

  it('rendered educations have degree and field', () => {
    const { profile, sections } = parsed(ilka.id, educationAnswer(ilka, german));
    expect(profile.educations).toEqual([
      {
        school_name: 'Larkspur College',
        school_url: 'https://www.linkedin.com/company/7710003',
        degree: 'Master of Science',
        field: 'Mechatronics',
        started_at: '2010-01-01',
        ended_at: '2015-01-01',
      },
      { school_name: 'Sint-Baafs Evening School', school_url: null, degree: null, field: null, started_at: null, ended_at: null },
    ]);
    expect(sections.education).toBe('complete');
  });

  it('the about text comes from a card found by its URN, whatever its heading', () => {
    const { profile, sections } = parsed(ilka.id, cardsAnswer(ilka, german));
    expect(profile.description).toBe(ilka.summary);
    expect(profile.follower_count).toBe(2981);
    expect([sections.about, sections.counts]).toEqual(['complete', 'truncated']);
  });

  it('cards contain only the first rows, and say so', () => {
    const { profile, sections, missingExperiences, nextPages } = parsed(ilka.id, cardsAnswer(ilka, german));
    expect(profile.experiences.map((experience) => [experience.title, experience.company_name, experience.started_at])).toEqual([
      ['Head of Automation', 'Quillhaven Robotics', '2022-04-01'],
      ['Automation Engineer', 'Quillhaven Robotics', '2019-09-01'],
      ['Consultant', 'Tidewick Freight', '2017-01-01'],
    ]);
    expect([sections.experience, missingExperiences]).toEqual(['truncated', null]);
    expect(nextPages).toMatchObject([{ section: 'experience', start: 0 }]);
  });

  it('rendered rows fill gaps of the profile’s own list and duplicate nothing', () => {
    const bare = profileAnswer({
      ...ilka,
      groups: ilka.groups.map((group) => ({
        ...group,
        roles: group.roles.map((role) => ({ ...role, type: null, description: null, position: null })),
      })),
    });
    const { profile } = parsed(ilka.slug, bare, experienceAnswer(ilka, german), cardsAnswer(ilka, english));
    expect(profile.experiences).toHaveLength(5);
    expect(profile.experiences[0]).toMatchObject({
      description: 'Runs the robot fleet.\nTeam of 9.',
      category: 'Full-time',
      location: 'Gent, Belgium',
      company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
    });
  });

  it('rendered rows continue a list that was cut at ten groups', () => {
    const member = memberWithGroups(14, 2);
    const cut = parsed(member.slug, profileAnswer(member));
    expect(cut.profile.experiences).toHaveLength(20);
    expect([cut.sections.experience, cut.missingExperiences]).toEqual(['truncated', 4]);
    expect(cut.nextPages).toEqual([
      {
        section: 'experience',
        listUrn: `urn:li:fsd_profilePagedListComponent:(${member.id},EXPERIENCE_VIEW_DETAILS,${memberUrn(member.id)},NONE,en_US)`,
        start: 10,
      },
    ]);
    const whole = parsed(member.slug, profileAnswer(member), experienceAnswer(member, german));
    expect(whole.profile.experiences).toHaveLength(28);
    expect([whole.sections.experience, whole.missingExperiences, whole.nextPages]).toEqual(['complete', 0, []]);
  });
});
