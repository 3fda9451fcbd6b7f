/** Sample companies, investors, shops and people by their number: the same wherever they appear. */
import { drawFor, itemOf } from './sample-numbers.ts';
import {
  companyWords,
  familyNames,
  firstWords,
  givenNames,
  investorWords,
  locations,
  secondWords,
  shopWords,
} from './sample-words.ts';

/** Ends every name, so that nobody mistakes it for a real one. */
export const MARK = '(sample)';
/** Shares no factor with any list's length, so that neighbours differ and none comes twice too soon. */
const STRIDE = 7919;

export interface Named {
  readonly name: string;
  readonly slug: string;
  /** A domain below `.example`, which nobody can register. */
  readonly domain: string;
}

export interface SampleLocation {
  readonly city: string;
  readonly country: string;
  readonly region: string;
}

export const sampleCompany = (seed: number, index: number) => named(companyWords, seed, index);
export const sampleInvestor = (seed: number, index: number) => named(investorWords, seed, index);
export const sampleShop = (seed: number, index: number) => named(shopWords, seed, index);

function named(kinds: readonly string[], seed: number, index: number): Named {
  const choices = firstWords.length * secondWords.length * kinds.length;
  const choice = (index * STRIDE + seed * 31) % choices;
  const round = Math.floor(index / choices);
  const words = [
    itemOf(firstWords, choice),
    itemOf(secondWords, Math.floor(choice / firstWords.length)),
    itemOf(kinds, Math.floor(choice / (firstWords.length * secondWords.length))),
    ...(round === 0 ? [] : [String(round + 1)]),
  ];
  const slug = words.join('-').toLowerCase();
  return { name: `${words.join(' ')} ${MARK}`, slug, domain: `${slug}.example` };
}

export interface SamplePerson {
  readonly name: string;
  readonly slug: string;
  readonly linkedinUrl: string;
}

export function samplePerson(seed: number, index: number): SamplePerson {
  const choice = index * STRIDE + seed * 17;
  const words = [itemOf(givenNames, choice), itemOf(familyNames, Math.floor(choice / givenNames.length))];
  const slug = `sample-${words.join('-')}-${index + 1}`.toLowerCase();
  return { name: `${words.join(' ')} ${MARK}`, slug, linkedinUrl: `https://www.linkedin.example/in/${slug}` };
}

export function sampleLocation(seed: number, index: number): SampleLocation {
  const [city, country, region] = drawFor(seed, index).of(locations, 'place');
  return { city, country, region };
}
