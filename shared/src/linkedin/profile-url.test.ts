import { describe, expect, it } from 'vitest';
import { readProfileUrl } from './profile-url.ts';

describe('readProfileUrl', () => {
  it.each([
    'https://www.linkedin.com/in/maren-holt',
    'https://www.linkedin.com/in/maren-holt/',
    'https://www.linkedin.com/in/maren-holt//',
    'http://no.linkedin.com/in/maren-holt?trk=people#top',
    'linkedin.com/in/maren-holt/?locale=de_DE',
    ' www.linkedin.com/in/maren-holt ',
  ])('%s is read as the profile it names', (typed) => {
    expect(readProfileUrl(typed)).toEqual({
      url: 'https://www.linkedin.com/in/maren-holt',
      slug: 'maren-holt',
      key: 'maren-holt',
    });
  });

  it.each([
    'details/experience/',
    'details/experience',
    'recent-activity/all/',
    'overlay/contact-info/',
    'overlay/photo',
    'en',
    'de-de/',
    '%2Fdetails',
    'details?x=/',
  ])('a page below a profile is refused: /in/maren-holt/%s', (rest) => {
    expect(readProfileUrl(`https://www.linkedin.com/in/maren-holt/${rest}`)).toBeNull();
  });
});
