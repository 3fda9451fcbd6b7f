/**
 * One thing that a question asks of a table, at the beginning of its words: a value, a box, a number, days, linked rows, or the
 * opposite of one of them. Pure. What could mean two things is not read.
 */
import type { DatesFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import { type Ask, joined, negated, type Reading } from './ask.ts';
import { requestedDays } from './ask-days.ts';
import { COMMA, phraseLength, squeeze, wordsOf } from './ask-words.ts';
import { filterWords } from './filter-words.ts';
import { readNumbers } from './read-numbers.ts';

/** Words that say nothing by themselves. */
export const smallWords = new Set(
  `${COMMA} in of with and the from that are is a an any all find show me for at who whose which where has have having does do by based
  located working works work some`.split(/\s+/),
);
export const HAVING = new Set(['with', 'has', 'have', 'having']);
const NEGATIONS = new Set(["don't", "doesn't", "isn't", "aren't", 'not', 'neither', 'except', 'excluding']);
/** Followed by what is absent, or by a place. */
const ABSENCES = new Set(['without', 'no', 'lacking', 'outside']);
const LINKING = new Set(['at', 'of', 'for', 'from', 'with', 'whose', 'by', 'in', 'has', 'have', 'having']);

/** null: nothing */
export function readAsk(definition: TableDefinition, words: readonly string[]): Reading | null {
  return (
    readPlain(definition, words) ??
    readLink(definition, words) ??
    readHaving(definition, words) ??
    readNegated(definition, words, true)
  );
}

/** The words of a negation at the beginning; 0: there is none. */
export function negationLength([first = '', second = '']: readonly string[]): number {
  if (first === 'other' && second === 'than') return 2;
  return NEGATIONS.has(first) || ABSENCES.has(first) ? 1 : 0;
}

/** What a row has or lacks; null: the words name nothing of the kind, or say more about it. */
export function readFilled(definition: TableDefinition, words: readonly string[]): Reading | null {
  if (readNumbers(definition, words) !== null || readLabelled(definition, words) !== null) return null;
  const { filled, maxWords } = filterWords(definition);
  const skipped = words[0] === 'a' || words[0] === 'an' || words[0] === 'any' ? 1 : 0;
  const rest = words.slice(skipped);
  const length = phraseLength(filled, rest, maxWords);
  const ask = filled.get(squeeze(rest.slice(0, length)));
  return ask === undefined ? null : { length: skipped + length, ask };
}

/** Whether the words begin with a negation that says what is absent. */
export function saysAbsence(words: readonly string[]): boolean {
  return ABSENCES.has(words[0] ?? '') || HAVING.has(words[negationLength(words)] ?? '');
}

/** Without negations, links and what is filled. */
function readPlain(definition: TableDefinition, words: readonly string[]): Reading | null {
  return readNumbers(definition, words) ?? readDays(definition, words) ?? readValue(definition, words);
}

/** `with email`, `has a website`. */
function readHaving(definition: TableDefinition, words: readonly string[]): Reading | null {
  const found = HAVING.has(words[0] ?? '') ? readFilled(definition, words.slice(1)) : null;
  return found === null ? null : { ...found, length: found.length + 1 };
}

function readDays({ filters }: TableDefinition, words: readonly string[]): Reading | null {
  const filter = filters.find((one): one is DatesFilter => one.kind === 'dates');
  const days = filter === undefined ? null : requestedDays(words);
  if (filter === undefined || days === null) return null;
  const { length, after = null, before = null } = days;
  return { length, ask: { kind: 'days', filter, from: after, to: before, isNegated: false } };
}

function readValue(definition: TableDefinition, words: readonly string[]): Reading | null {
  const { values, maxWords } = filterWords(definition);
  const length = phraseLength(values, words, maxWords);
  const ask = values.get(squeeze(words.slice(0, length)));
  return ask === undefined ? null : { length, ask };
}

/** `country germany`: a value behind words of its own filter's label. */
function readLabelled(definition: TableDefinition, words: readonly string[]): Reading | null {
  const { labels } = filterWords(definition);
  let at = 0;
  while (labels.has(words[at] ?? '')) at += 1;
  const found = at === 0 ? null : readValue(definition, words.slice(at));
  if (found === null || found.ask?.kind !== 'values') return null;
  const own = wordsOf(found.ask.filter.label).flatMap((word) => [word, `${word}s`]);
  return words.slice(0, at).every((word) => own.includes(word)) ? { ...found, length: at + found.length } : null;
}

function readNegated(definition: TableDefinition, words: readonly string[], withLinks: boolean): Reading | null {
  const begin = negationLength(words);
  if (begin === 0) return null;
  const direct = words.slice(begin);
  let at = begin;
  while (smallWords.has(words[at] ?? '')) at += 1;
  const rest = words.slice(at);
  const isAbsence = saysAbsence(words);
  const filled = () => (isAbsence ? readFilled(definition, rest) : null);
  const candidates: readonly (() => readonly [Reading | null, before: number])[] = [
    () => [withLinks ? readLink(definition, direct) : null, begin],
    () => [readNumbers(definition, rest), at],
    () => [readDays(definition, direct), begin],
    () => [readLabelled(definition, rest), at],
    () => [filled(), at],
    () => [readValue(definition, rest), at],
    () => [withLinks && isAbsence ? readLinkAlone(definition, rest) : null, at],
  ];
  for (const candidate of candidates) {
    const [found, before] = candidate();
    if (found !== null) return { length: before + found.length, ask: found.ask === null ? null : negated(found.ask) };
  }
  return null;
}

/** `at companies in germany`, `at fintech companies`, `with people in france`. */
function readLink(definition: TableDefinition, words: readonly string[]): Reading | null {
  const { links, table, maxWords } = filterWords(definition);
  const [first = ''] = words;
  // Of a table about something else.
  if (first === 'at' && table.has(words[1] ?? '')) return { length: 2, ask: null };
  if (!LINKING.has(first)) return null;
  let at = 1;
  // Values may stand before the noun, but only those of one table that the link leads to.
  for (const link of new Set(links.values())) {
    const linked = linkedTable(definition, link);
    if (linked === null) continue;
    const of: Ask[] = [];
    for (at = 1; at < words.length; ) {
      const rest = words.slice(at);
      const noun = phraseLength(links, rest, maxWords);
      if (noun > 0 && links.get(squeeze(rest.slice(0, noun))) === link)
        return withTerms(definition, linked, link, of, words, at + noun);
      const value = readValue(linked, rest);
      if (value?.ask?.kind === 'values') add(of, value.ask);
      // "In Germany or people": "or" stands between values alone.
      else if (!ARTICLES.has(words[at] ?? '') || (words[at] === 'or' && readValue(linked, words.slice(at + 1)) === null)) break;
      at += Math.max(1, value?.length ?? 1);
    }
  }
  return null;
}

const ARTICLES = new Set(['a', 'an', 'any', 'some', 'the', 'or', 'their']);

/** What is said about the linked rows from `at` on, behind their noun. */
function withTerms(
  definition: TableDefinition,
  linked: TableDefinition,
  link: string,
  before: readonly Ask[],
  words: readonly string[],
  start: number,
): Reading | null {
  const of = [...before];
  let at = start;
  for (;;) {
    const next = nextTerm(linked, words, at);
    if (next === null) break;
    // "People at companies in Germany with email" are people with one.
    const isOwn = next.ask.kind === 'flag' || next.ask.kind === 'filled';
    if (of.length > 0 && isOwn && nextTerm(definition, words, at) !== null) break;
    const last = of.at(-1);
    const isOr = words[at] === 'or' || words[at] === 'nor';
    // "Not in Germany, France or Spain" is none of them.
    const continued = last?.isNegated === true && !next.ask.isNegated ? negated(next.ask) : next.ask;
    const isJoined = joined(last, continued) !== null;
    if (isOr && !isJoined) break;
    const ask = isJoined ? continued : next.ask;
    add(of, ask);
    at = next.end;
  }
  if (of.length > 0) return { length: at, ask: { kind: 'linked', link, of, isNegated: false } };
  if (!HAVING.has(words[0] ?? '')) return { length: start, ask: null };
  // "With company" says that a column is filled.
  if (readFilled(definition, words.slice(1)) !== null) return null;
  return { length: start, ask: { kind: 'linked', link, of: [], isNegated: false } };
}

/** Small words may stand before it. */
function nextTerm(definition: TableDefinition, words: readonly string[], start: number) {
  for (let at = start; at === start || isSkipped(words[at - 1]); at += 1) {
    const rest = words.slice(at);
    const found = readPlain(definition, rest) ?? readHaving(definition, rest) ?? readNegated(definition, rest, false);
    if (found !== null && found.ask !== null) return { ask: found.ask, end: at + found.length };
  }
  return null;
}

function isSkipped(word: string | undefined): boolean {
  return word !== undefined && (smallWords.has(word) || word === 'or' || word === 'nor');
}

function readLinkAlone(definition: TableDefinition, words: readonly string[]): Reading | null {
  const { links, maxWords } = filterWords(definition);
  const length = phraseLength(links, words, maxWords);
  const link = links.get(squeeze(words.slice(0, length)));
  return link === undefined ? null : { length, ask: { kind: 'linked', link, of: [], isNegated: false } };
}

/** Adds to the values of the same filter, or as one more. */
export function add(asks: Ask[], ask: Ask): void {
  const both = joined(asks.at(-1), ask);
  if (both === null) asks.push(ask);
  else asks.splice(-1, 1, both);
}
