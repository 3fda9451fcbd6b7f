/** How the screen names what lines are found by, and what became of them. */
import type { MatchField, MatchKey } from '@leadloom/shared/tables/match-columns';
import type { Outcome } from './match-lines.ts';

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
