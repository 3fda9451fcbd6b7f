import { describe, expect, test } from 'vitest';
import { linkedinPage } from './linkedin-page.ts';

const pageOf = (address: string) => {
  const { hostname: host, pathname: path, search } = new URL(address);
  return linkedinPage({ host, path, search });
};

describe('a page at LinkedIn', () => {
  test.each([
    'https://www.linkedin.com/in/ada-spellfict',
    'http://linkedin.com/in/ada-spellfict/',
    'https://uk.linkedin.com/in/ada-spellfict',
    'https://zh-tw.linkedin.com/in/ada-spellfict',
    'https://m.linkedin.com/in/ada-spellfict',
    'https://mobile.linkedin.com/in/ada-spellfict',
    'https://touch.www.linkedin.com/in/ada-spellfict',
    'https://www.linkedin.com/in/Ada-Spellfict',
    'HTTPS://WWW.LINKEDIN.COM/IN/ADA-SPELLFICT',
    'https://www.linkedin.com/in/ada-spellfict/en',
    'https://www.linkedin.com/in/ada-spellfict/de/',
    'https://www.linkedin.com/in/ada-spellfict?trk=public_profile&originalSubdomain=no',
    'https://www.linkedin.com/in/ada-spellfict/?locale=de_DE#experience',
    'https://www.linkedin.com/in/ada-spellfict/details/experience/',
    'https://www.linkedin.com/in/ada-spellfict/recent-activity/all/',
    'https://www.linkedin.com/in/ada-spellfict/overlay/contact-info/',
    'https://www.linkedin.com/in/ada%2Dspellfict',
    'https://www.linkedin.com/in/ada%252Dspellfict',
    'https://www.linkedin.com//in//ada-spellfict//',
    'https://www.linkedin.com/in/ada-spellfict,',
    'https://www.linkedin.com/in/ada-spellfict%20',
    'https://www.linkedin.com/mwlite/in/ada-spellfict',
    'https://www.linkedin.com/m/in/ada-spellfict/',
    'https://www.linkedin.com/comm/in/ada-spellfict?midToken=x',
    'https://www.linkedin.com/public-profile/in/ada-spellfict',
    'https://www.linkedin.com/pub/in/ada-spellfict',
    'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fno.linkedin.com%2Fin%2Fada-spellfict%3Ftrk%3Dy',
    'https://www.linkedin.com/login?session_redirect=%2Fin%2Fada-spellfict%2F',
  ])('%s is the one member', (address) => expect(pageOf(address)).toBe('in/ada-spellfict'));

  test.each([
    ['https://www.linkedin.com/in/ren%C3%A9-spellfict', 'in/rené-spellfict'],
    ['https://www.linkedin.com/in/ren%c3%a9-spellfict/en', 'in/rené-spellfict'],
    ['https://www.linkedin.com/in/René-Spellfict', 'in/rené-spellfict'],
    ['https://www.linkedin.com/in/rene\u0301-spellfict', 'in/rené-spellfict'],
    ['https://www.linkedin.com/in/ren%25C3%25A9-spellfict', 'in/rené-spellfict'],
    ['https://www.linkedin.com/in/%E6%89%8B%E6%9E%B6', 'in/手架'],
    ['https://www.linkedin.com/in/100%-spellfict', 'in/100%-spellfict'],
    ['https://sy.linkedin.com/pub/ada-spellfict/a7/576/b50?trk=x', 'in/ada-spellfict-b50576a7'],
    ['http://www.linkedin.com/pub/ada-spellfict/3/4b/5', 'in/ada-spellfict-00504b3'],
    ['https://www.linkedin.com/pub/ada-spellfict/0/505/82A', 'in/ada-spellfict-82a505'],
    ['https://www.linkedin.com/pub/ada-spellfict', 'pub/ada-spellfict'],
    ['https://www.linkedin.com/company/Weaver-Fict/about/', 'company/weaver-fict'],
    ['https://de.linkedin.com/company/weaver-fict?trk=x', 'company/weaver-fict'],
    ['https://www.linkedin.com/company-beta/12345/', 'company/12345'],
    ['https://www.linkedin.com/sales/company/12345,NAME', 'company/12345'],
    ['https://www.linkedin.com/school/weaver-fict/people', 'school/weaver-fict'],
    ['https://www.linkedin.com/showcase/weaver-fict', 'showcase/weaver-fict'],
  ])('%s is %s', (address, page) => expect(pageOf(address)).toBe(page));

  test.each([
    'https://www.linkedin.com/',
    'https://www.linkedin.com/in/',
    'https://www.linkedin.com/feed/',
    'https://www.linkedin.com/pub/dir/Ada/Spellfict',
    'https://www.linkedin.com/search/results/people/?keywords=ada',
    'https://www.linkedin.com/posts/ada-spellfict_one',
    'https://www.linkedin.com/authwall?sessionRedirect=https%3A%2F%2Fother.example%2Fin%2Fada',
    'https://www.linkedin.com.example/in/ada-spellfict',
    'https://notlinkedin.com/in/ada-spellfict',
  ])('%s is no page of a member or company', (address) => expect(pageOf(address)).toBeNull());
});
