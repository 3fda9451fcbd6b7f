/** The ways in which an answer of LinkedIn may lead on: every status, to other hosts, to no host, and to LinkedIn itself. */
const statuses = [301, 302, 303, 307, 308];
const targets = [
  'https://evil.example.com/collect',
  'http://evil.example.com/collect',
  '//evil.example.com/collect',
  'https://www.linkedin.com@evil.example.com/collect',
  'http://www.linkedin.com/voyager/api/me',
  'https://www.linkedin.com/li/track',
  'https://www.linkedin.com/voyager/api/messaging/conversations',
  'https://www.linkedin.com/voyager/api/identity/dash/profiles?q=memberIdentity&memberIdentity=another',
  '/voyager/api/me?followed=1',
  'javascript:alert(1)',
  'data:application/json,{}',
];

export const redirects = statuses.flatMap((status) => targets.map((location) => ({ status, location })));
