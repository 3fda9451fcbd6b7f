/** How the screen names what lines are found by, and what became of them. */
import type { MatchLine, MatchResult } from '@leadloom/shared/contract/match';
import type { MatchField, MatchKey } from '@leadloom/shared/tables/match-columns';
import { formatCount } from '../../lib/format-count.ts';
import type { Outcome, ShownRow } from './match-lines.ts';

export const fieldLabels: Readonly<Record<MatchField, string>> = {
  domain: 'Domain',
  linkedin_url: 'LinkedIn address',
  email: 'Email',
  name: 'Name',
  country: 'Country',
};

export const foundBy: Readonly<Record<MatchKey | 'hand', string>> = {
  domain: 'domain',
  linkedin_url: 'LinkedIn address',
  email: 'email',
  name: 'name',
  hand: 'your choice',
};

export const kindLabels: Readonly<Record<Outcome['kind'], string>> = {
  found: 'Found',
  several: 'Several possible',
  none: 'Not found',
};

/** What candidates were found by: a name without a country may be that of others in other countries. */
export function foundByWords(candidates: MatchResult['candidates'], line: MatchLine | undefined): string {
  const by = candidates[0]?.by ?? 'name';
  return by === 'name' && line?.country === undefined ? 'by name only' : `by ${foundBy[by]}`;
}

/** Name, country and site, those that the row has. */
export function rowText({ name, country, site }: ShownRow): string {
  return [name, country ?? '', siteText(site ?? '')].filter((cell) => cell !== '').join(' · ');
}

function siteText(site: string): string {
  return site.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}

/** Numbers of lines as sentences have them: `1 line`, `10,000 lines`. */
export function formatLines(lines: number): string {
  return `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
