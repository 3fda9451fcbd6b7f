/**
 * Job boards by their addresses: the provider, and the company's token there. A token is only ever taken from a link that a
 * company's own site has, or that an operator pasted. A guessed one often belongs to another company.
 */

export type BoardProvider = 'greenhouse' | 'lever' | 'lever-eu' | 'ashby' | 'smartrecruiters' | 'recruitee' | 'workable';

export interface BoardLink {
  readonly provider: BoardProvider;
  readonly token: string;
}

/** Names that stand where a token would, and pages of the providers themselves. */
const NO_TOKENS = new Set(
  `embed api v1 j jobs job www help docs support blog static assets app apply careers sso login signin sign-in oneclick-ui
   developers partners pricing about privacy terms robots.txt favicon.ico`.split(/\s+/),
);
const TOKEN = /^[\p{L}\p{N}][\p{L}\p{N} ._&-]{0,99}$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Hosts where the first part of the path is the token. */
const BY_PATH: Readonly<Record<string, BoardProvider>> = {
  'boards.greenhouse.io': 'greenhouse',
  'job-boards.greenhouse.io': 'greenhouse',
  'boards.eu.greenhouse.io': 'greenhouse',
  'job-boards.eu.greenhouse.io': 'greenhouse',
  'boards-api.greenhouse.io': 'greenhouse',
  'jobs.lever.co': 'lever',
  'jobs.eu.lever.co': 'lever-eu',
  'jobs.ashbyhq.com': 'ashby',
  'careers.smartrecruiters.com': 'smartrecruiters',
  'jobs.smartrecruiters.com': 'smartrecruiters',
  'apply.workable.com': 'workable',
};

/** @param address absolute @returns null: it is no board's */
export function boardOfLink(address: string): BoardLink | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.toLowerCase();
  const [, label = ''] = /^([^.]+)\.recruitee\.com$/.exec(host) ?? [];
  if (label !== '') return linkOf('recruitee', label);
  const provider = BY_PATH[host];
  if (provider === undefined) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  // `boards.greenhouse.io/embed/job_board/js?for=acme`, and the board's address in the providers' interfaces.
  if (provider === 'greenhouse' && parts[0] === 'embed') return linkOf(provider, url.searchParams.get('for') ?? '');
  if (provider === 'greenhouse' && parts[0] === 'v1') return linkOf(provider, parts[2] ?? '');
  return linkOf(provider, decoded(parts[0] ?? ''));
}

/** @param text as somebody pastes it, with or without `https://` @returns null: it is no board's */
export function boardOfText(text: string): BoardLink | null {
  const address = text.trim();
  return boardOfLink(/^https?:/i.test(address) ? address : `https://${address}`);
}

function linkOf(provider: BoardProvider, token: string): BoardLink | null {
  const isToken = provider === 'recruitee' ? LABEL.test(token) : TOKEN.test(token);
  return isToken && !NO_TOKENS.has(token.toLowerCase()) ? { provider, token } : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The page of a board that people read; rows of its jobs name it as where they come from. */
export function boardPage({ provider, token }: BoardLink): string {
  const name = encodeURIComponent(token);
  switch (provider) {
    case 'greenhouse':
      return `https://boards.greenhouse.io/${name}`;
    case 'lever':
      return `https://jobs.lever.co/${name}`;
    case 'lever-eu':
      return `https://jobs.eu.lever.co/${name}`;
    case 'ashby':
      return `https://jobs.ashbyhq.com/${name}`;
    case 'smartrecruiters':
      return `https://careers.smartrecruiters.com/${name}`;
    case 'recruitee':
      return `https://${token}.recruitee.com`;
    case 'workable':
      return `https://apply.workable.com/${name}`;
  }
}

/** What the addresses of a board's jobs begin with. */
export function startOfJobs(link: BoardLink): string {
  return `${boardPage(link).replace('//careers.smartrecruiters.com', '//jobs.smartrecruiters.com')}/`;
}
