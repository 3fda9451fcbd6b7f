/** The few pages a person meets here. Each says plainly that it is a stand-in. */

import { fullName } from './model/member.ts';
import type { Network } from './model/network.ts';
import type { Session, Sessions } from './sessions.ts';
import { type Answer, htmlAnswer, redirectAnswer, textAnswer } from './wire/answer.ts';
import { type Call, headerOf } from './wire/call.ts';

const SIGN_IN = '/stand-in/sign-in';
const SIGN_OUT = '/stand-in/sign-out';

/** Pages of the site itself. */
export function siteAnswer(call: Call, network: Network, sessions: Sessions): Answer {
  const isSignedIn = sessions.isSignedIn(call);
  if (call.path.startsWith('/feed'))
    return isSignedIn ? htmlAnswer(200, page('Feed', feedText(network))) : redirectAnswer('/login');
  const slug = /^\/in\/([^/]+)/.exec(call.path)?.[1];
  if (slug !== undefined) return memberPage(slug, network);
  const state = isSignedIn ? 'This browser is signed in.' : 'This browser is signed out.';
  return htmlAnswer(200, page('Sign in', `<p>${state}</p>${links()}`));
}

export function signInAnswer(call: Call, session: Session): Answer {
  const cookies = [
    `li_at=${session.liAt}; ${attributes(call)}; HttpOnly`,
    // The value is in quotes, as the real one is.
    `JSESSIONID=${session.jsessionId}; ${attributes(call)}`,
  ];
  return htmlAnswer(200, page('Signed in', `<p>This browser is now signed in to the stand-in.</p>${links()}`), {
    'set-cookie': cookies,
  });
}

export function signOutAnswer(call: Call): Answer {
  const cookies = ['li_at', 'JSESSIONID'].map((name) => `${name}=; ${attributes(call)}; Max-Age=0`);
  return htmlAnswer(200, page('Signed out', `<p>This browser is now signed out of the stand-in.</p>${links()}`), {
    'set-cookie': cookies,
  });
}

export function unknownPage(): Answer {
  return htmlAnswer(404, page('Not found', links()));
}

/** One dot, for every address of a picture. */
export function photoAnswer(): Answer {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return { ...textAnswer(200, 'image/png', ''), body: Buffer.from(png, 'base64') };
}

function memberPage(encodedSlug: string, network: Network): Answer {
  const member = network.findMember(decoded(encodedSlug));
  if (member === undefined || member.access === 'gone') return unknownPage();
  return htmlAnswer(200, page(fullName(member), `<p>${escaped(member.headline)}</p><p>${escaped(member.place.name)}</p>`));
}

function feedText(network: Network): string {
  const members = Array.from({ length: Math.min(10, network.memberCount) }, (_, index) => network.member(index));
  const items = members.map(
    (member) => `<li><a href="/in/${encodeURIComponent(member.slug)}">${escaped(fullName(member))}</a></li>`,
  );
  return `<p>Some of the ${network.memberCount} fictional members:</p><ul>${items.join('')}</ul>${links()}`;
}

/** The real cookies belong to the whole host; a bare address has no domain to name. */
function attributes(call: Call): string {
  const domain = headerOf(call, 'host')?.startsWith('www.linkedin.com') ? 'Domain=.www.linkedin.com; ' : '';
  return `${domain}Path=/; Secure; SameSite=None`;
}

function links(): string {
  return `<p><a href="${SIGN_IN}">Sign in</a> · <a href="${SIGN_OUT}">Sign out</a> · <a href="/feed/">Feed</a></p>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)} | stand-in</title></head>
<body>
<p><strong>This is a local stand-in for development and tests. It is not LinkedIn, and everybody here is fictional.</strong></p>
<h1>${escaped(title)}</h1>
${content}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
