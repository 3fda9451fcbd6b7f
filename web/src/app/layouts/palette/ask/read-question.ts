/** The words of a whole question, read from left to right for one table. Pure. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Ask, joined, negated, type Reading } from './ask.ts';
import { requestedChange } from './ask-days.ts';
import { comparesNumber } from './ask-ranges.ts';
import { COMMA, isPhrase, phraseLength, squeeze } from './ask-words.ts';
import { filterWords } from './filter-words.ts';
import { add, HAVING, negationLength, readAsk, readFilled, saysAbsence, smallWords } from './read-ask.ts';

export interface ReadQuestion {
  readonly asks: readonly Ask[];
  /** One of them holds, in addition to all of `asks`; empty: nothing of the kind is said. */
  readonly alternatives: readonly Ask[];
  /** The value of the filter "Changed", as the address has it; null: nothing is said about changes. */
  readonly changed: string | null;
  /** The parts of the search: words, `"phrases`, and exclusions with a minus sign. */
  readonly left: readonly string[];
  /** Words or phrases that were understood, without those of `left`. */
  readonly understood: number;
  readonly isTableNamed: boolean;
}

const OR = new Set(['or', 'nor']);
const EITHER = 'either';

/** What stood before a word, which decides what "or" between both means. */
type Before = 'ask' | 'search' | 'exclusion' | 'contrast' | null;

/** null: some of it could mean two things, or no filter can say it. */
export function readQuestion(definition: TableDefinition, words: readonly string[]): ReadQuestion | null {
  const { labels, table, links } = filterWords(definition);
  const asks: Ask[] = [];
  const left: string[] = [];
  let changed: string | null = null;
  let understood = 0;
  let isTableNamed = false;
  let before: Before = null;
  let isAfterOr = false;
  /** The last ask is what is absent, such as `without email`. */
  let isAbsence = false;
  /** "And", "or" or a comma stand behind the last ask, so that the next word may continue it. */
  let isConnected = false;
  /** Where the asks behind "either" begin; null: it was not said. */
  let eitherFrom: number | null = null;
  /** Where the asks begin of which one must hold; null: there are none. */
  let alternativesFrom: number | null = null;

  /** What stands behind "or". @param lead the small word in front of it; null: none @returns whether it could be read */
  function takeOther(found: Ask, isNegation: boolean, lead: string | null, last: Ask | undefined): boolean {
    if (last === undefined) return false;
    const isHaving = lead !== null && HAVING.has(lead);
    if (last.isNegated && !(isAbsence && isHaving)) {
      // "Not A or B" is neither of them; "A or not B or C", "not in A or with B" and "without A or in B" could mean two things.
      if (isNegation || alternativesFrom !== null || isHaving || (isAbsence && lead !== null)) return false;
      add(asks, negated(found));
      return true;
    }
    if (!isNegation && joined(last, found) !== null) {
      add(asks, found);
      return true;
    }
    // "A B or C": whether A holds in any case is said by "either" alone. "At companies in A or with B": who is with B?
    if (last.kind === 'linked' && last.of.length > 0) return false;
    alternativesFrom ??= eitherFrom ?? (asks.length === 1 ? 0 : null);
    if (alternativesFrom === null) return false;
    asks.push(found);
    return true;
  }

  /** @returns whether it could be read */
  function take(found: Ask, isNegation: boolean, lead: string | null): boolean {
    const last = before === 'ask' ? asks.at(-1) : undefined;
    if (isAfterOr) {
      if (!takeOther(found, isNegation, lead, last)) return false;
    } else {
      // "A or B C": whether C holds in any case, nobody knows.
      if (alternativesFrom !== null) return false;
      if (eitherFrom === asks.length && joined(asks.at(-1), found) !== null) return false;
      const continued = last?.isNegated === true && last.kind === 'values' && !isNegation ? negated(found) : found;
      add(asks, joined(last, continued) === null ? found : continued);
    }
    understood += 1;
    return true;
  }

  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at);
    const [word = ''] = rest;
    if (OR.has(word)) {
      [isAfterOr, isConnected] = [true, true];
      at += 1;
      continue;
    }
    if (word === EITHER && rest.some((one) => OR.has(one))) {
      if (eitherFrom !== null || isAfterOr) return null;
      [eitherFrom, before, isAbsence] = [asks.length, null, false];
      at += 1;
      continue;
    }
    const isAfterAbsence: boolean = isAbsence && before === 'ask';
    const absent: Reading | null = isAfterAbsence && isConnected && isBare(rest) ? readFilled(definition, rest) : null;
    const found = absent ?? readAsk(definition, rest);
    if (found !== null) {
      // "At companies in Germany but in France": who is in France?
      if (before === 'contrast' && found.ask?.kind === 'values') return null;
      // Whether the row is without an email and a phone, or has a phone, "without email phone" does not say.
      if (found.ask === null || (isAfterAbsence && !isConnected && found.ask.kind === 'flag' && isBare(rest))) return null;
      const isContinued = absent !== null && !isAfterOr;
      const lead = smallWords.has(word) ? word : isAfterOr ? smallWordBefore(words, at) : null;
      if (!take(isContinued ? negated(found.ask) : found.ask, negationLength(rest) > 0, lead)) return null;
      isAbsence = absent !== null || (negationLength(rest) > 0 && saysAbsence(rest));
      [before, isAfterOr, isConnected] = ['ask', false, false];
      at += found.length;
      continue;
    }
    const change = requestedChange(rest);
    if (change !== null) {
      if (isAfterOr) return null;
      changed = change.changed;
      understood += 1;
      before = null;
      at += change.length;
      continue;
    }
    const exclusion = readExclusion(definition, rest);
    if (exclusion !== null) {
      if (exclusion.term === null || isAfterOr) return null;
      left.push(exclusion.term);
      before = 'exclusion';
      at += exclusion.length;
      continue;
    }
    if (comparesNumber(rest)) return null;
    at += 1;
    // "In Germany or people in France": what would be shown?
    if (isAfterOr && links.has(squeeze(word)) && !table.has(word)) return null;
    if (table.has(word) || labels.has(word) || smallWords.has(word) || word === 'but') {
      isTableNamed ||= table.has(word);
      isConnected ||= word === 'and' || word === COMMA;
      if (word === 'but' || (word === 'with' && !isAfterOr)) {
        before = word === 'but' && asks.at(-1)?.kind === 'linked' ? 'contrast' : null;
        isAbsence = false;
      }
      continue;
    }
    if (isAfterOr && before !== 'search' && before !== 'exclusion') return null;
    if (isAfterOr && before === 'search') left.push('OR');
    const written = isPhrase(word) ? `${word}"` : word;
    left.push(isAfterOr && before === 'exclusion' ? `-${written}` : written);
    if (!(isAfterOr && before === 'exclusion')) before = 'search';
    isAfterOr = false;
  }
  if (isAfterOr) return null;
  const from = alternativesFrom ?? asks.length;
  const alternatives = asks.slice(from);
  // Whether they are about each of the alternatives, words and days beside them do not say.
  if (alternatives.length > 0 && (left.length > 0 || changed !== null)) return null;
  return { asks: asks.slice(0, from), alternatives, changed, left, understood, isTableNamed };
}

/** The one directly before the place; null: another word stands there. */
function smallWordBefore(words: readonly string[], at: number): string | null {
  const { [at - 1]: word = '' } = words;
  return smallWords.has(word) ? word : null;
}

/** No word such as "with" or "not" stands before it. */
function isBare(words: readonly string[]): boolean {
  return negationLength(words) === 0 && !smallWords.has(words[0] ?? '');
}

/**
 * A negation of something that no filter knows: of a word it is an exclusion of the search. null: the words begin with no
 * negation, or with one that ends the question and may be a name. A term of null cannot be said.
 */
function readExclusion(definition: TableDefinition, words: readonly string[]) {
  const begin = negationLength(words);
  if (begin === 0) return null;
  let at = begin;
  while (smallWords.has(words[at] ?? '')) at += 1;
  if (at >= words.length) return at === begin ? null : { length: at, term: null };
  if (saysAbsence(words)) return { length: at, term: null };
  const excluded: string[] = [];
  for (const word of words.slice(at)) {
    if (!isUnknown(definition, words.slice(at + excluded.length)) || (isPhrase(word) && excluded.length > 0)) break;
    excluded.push(word.replace(/^"/, ''));
    if (isPhrase(word)) break;
  }
  const text = excluded.join(' ');
  return { length: at + excluded.length, term: text === '' ? null : text.includes(' ') ? `-"${text}"` : `-${text}` };
}

/** Whether no word of the table, and none of the language of questions, is at the beginning. */
function isUnknown(definition: TableDefinition, words: readonly string[]): boolean {
  const [word = ''] = words;
  const { labels, table, filled, links, numbers, maxWords } = filterWords(definition);
  if (labels.has(word) || table.has(word) || smallWords.has(word) || OR.has(word) || word === 'but') return false;
  if ([filled, links, numbers].some((phrases) => phraseLength(phrases, words, maxWords) > 0)) return false;
  if (readAsk(definition, words) !== null || requestedChange(words) !== null) return false;
  return negationLength(words) === 0 && !comparesNumber(words);
}
