/** One page of a list, whatever the list is of. */
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { UnreadPage } from '@leadloom/shared/linkedin/parse/open-answer';
import type { Answer, LinkedInReader } from '../download/linkedin-reader.ts';
import { type ListStop, listStop, reasonOfFailure } from './list-stop.ts';

export interface PageContent {
  /** Canonical addresses of members, each once. */
  readonly urls: readonly string[];
  /** The names as the page shows them, by address; members without one are absent. */
  readonly names?: ReadonlyMap<string, string>;
  /** Rows of the page without an address. */
  readonly hidden: number;
}

export type PageAnswer =
  | ({ readonly kind: 'page' } & PageContent)
  /** It is empty: the list has ended. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly stop: ListStop }
  /** The job was stopped before there was an answer. */
  | { readonly kind: 'stopped' };

export type ReadPage = (page: number, reader: LinkedInReader, catalogue: Catalogue) => Promise<PageAnswer>;

/** Rows that are neither an address nor a hidden member mean that the format has changed, not that the list has ended. */
export function judgePage(answer: Answer, parse: (body: string) => PageContent | UnreadPage): PageAnswer {
  if (answer.kind === 'stopped') return answer;
  if (answer.kind === 'failed') return { kind: 'failed', stop: listStop(reasonOfFailure(answer.code)) };
  const content = parse(answer.body);
  // A page instead of data is a sign-in or a check.
  if ('ok' in content) return { kind: 'failed', stop: listStop(content.kind === 'html' ? 'redirected' : 'unreadable') };
  return content.urls.length + content.hidden === 0 ? { kind: 'empty' } : { kind: 'page', ...content };
}

interface ListedPerson {
  readonly profile_url: string;
  readonly full_name: string | null;
}

export function namesOf(people: readonly ListedPerson[]): ReadonlyMap<string, string> {
  return new Map(people.flatMap(({ profile_url, full_name }) => (full_name === null ? [] : [[profile_url, full_name] as const])));
}
